import {
  Employee,
  EMPLOYEE_PROPERTIES,
  type EmployeeState,
  type EmployeeValues,
} from '../../workforce/index.js';
import type { PropertyChange } from '../domain/sync.js';

/** In the order in which changes are shown. */
const PROPERTIES = [
  ...EMPLOYEE_PROPERTIES,
  'source',
  'activated',
  'mustChooseProfile',
  'deletedAt',
  'turnoverDate',
  'turnoverType',
] as const satisfies readonly (keyof EmployeeValues)[];

/** Compared with a new employee. */
const NOBODY: Partial<EmployeeState> = {
  profile: [],
  groupIds: [],
  managedHierarchies: [],
  activated: false,
  mustChooseProfile: false,
};

/** The properties of an employee that differ. @param before - absent for a new one */
export function propertyChanges(
  before: Partial<EmployeeState> | undefined,
  after: EmployeeState,
): PropertyChange[] {
  return PROPERTIES.flatMap((property) => {
    const [from, to] = [(before ?? NOBODY)[property], after[property]].map((value) => value ?? null);
    return from === to || JSON.stringify(from) === JSON.stringify(to) ? [] : [{ property, from, to }];
  });
}

export function valuesBefore(changes: readonly PropertyChange[]): EmployeeValues {
  return Object.fromEntries(changes.map(({ property, from }) => [property, from]));
}

export function valuesAfter(changes: readonly PropertyChange[]): EmployeeValues {
  return Object.fromEntries(changes.map(({ property, to }) => [property, to]));
}

/** The new employee of a row. */
export function employeeOf(companyId: string, changes: readonly PropertyChange[], now: Date): Employee {
  const values = valuesAfter(changes);
  const { email, externalId } = values;
  const employee = Employee.invite(companyId, { email, externalId }, now);
  employee.set(values, now);
  return employee;
}
