import { isDeepStrictEqual } from 'node:util';
import { foldEmail } from '../../shared-kernel/folding.js';
import { newId } from '../../shared-kernel/id.js';
import { omit } from '../../shared-kernel/omit.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { EmployeeContent, EmployeeProperties, ProfileEntry } from './employee-content.js';
import type { TurnoverType } from './employee.rules.js';
import type { ImportedEmployee } from './imported-employee.js';
import { withoutUnknown, type KnownReferences } from './references.js';
import { startOfToday } from './turnover-day.js';

export interface Turnover {
  readonly date: Date;
  readonly type?: TurnoverType | undefined;
}

export interface EmployeeState extends EmployeeProperties {
  readonly id: string;
  readonly companyId: string;
  /** The employee has logged in since the last invitation. */
  readonly activated: boolean;
  /** The employee has to choose area and profile at the next login. */
  readonly mustChooseProfile: boolean;
  /** When the employment was ended here; absent while the employee works for the company. */
  readonly deletedAt?: Date;
  readonly turnoverDate?: Date;
  readonly turnoverType?: TurnoverType;
  /** The list of people that includes the employee; a sync of it ends those whom it does not name any more. */
  readonly source?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const EMPTY: EmployeeProperties = { profile: [], groupIds: [], managedHierarchies: [] };

/** Properties that a sync shows and changes; null for none. Times are RFC 3339. */
export type EmployeeValues = {
  readonly [P in Exclude<keyof EmployeeState, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>]?:
    Exclude<EmployeeState[P], Date | undefined> | string | null;
};

/** The properties of {@link EmployeeValues} that are times. */
const TIMES: ReadonlySet<string> = new Set(['deletedAt', 'turnoverDate']);

/**
 * Works, or has worked, for a company. Not a user: the two have roles of their own. Methods that change
 * something take the time of the database, by which `updatedSince` finds the change.
 */
export class Employee {
  private constructor(private current: EmployeeState) {}

  /**
   * A new employee, who is not activated.
   * @param source - of a person of a list
   * @throws {ValidationFailed}
   */
  static invite(companyId: string, content: EmployeeContent, now: Date, source?: string): Employee {
    const employee = Employee.create(companyId, newId(), now);
    employee.current = { ...withContent(employee.current, content), ...(source !== undefined && { source }) };
    requireIdentifier(employee.current);
    return employee;
  }

  /** A new employee from a record of an import. */
  static import(companyId: string, record: ImportedEmployee, now: Date): Employee {
    const employee = Employee.create(companyId, record.id ?? newId(), now);
    employee.current = imported(employee.current, record, now);
    return employee;
  }

  static restore(state: EmployeeState): Employee {
    return new Employee(state);
  }

  private static create(companyId: string, id: string, now: Date): Employee {
    return new Employee({
      ...EMPTY,
      id,
      companyId,
      activated: false,
      mustChooseProfile: false,
      createdAt: now,
      updatedAt: now,
    });
  }

  get state(): Readonly<EmployeeState> {
    return this.current;
  }

  /**
   * Changes what is given: null and empty arrays clear, and an array replaces the one before.
   * @returns whether anything is different now
   * @throws {ValidationFailed} when neither e-mail address nor external id would be left
   */
  merge(content: EmployeeContent, now: Date): boolean {
    const next = withContent(this.current, content);
    requireIdentifier(next);
    return this.change(next, now);
  }

  /**
   * Replaces everything but what a record may leave out: `activated`, and the turnover of a deleted employee.
   * @returns whether anything is different now
   */
  replace(record: ImportedEmployee, now: Date): boolean {
    return this.change(imported(this.current, record, now), now);
  }

  /**
   * Changes what the list of a source has, like {@link merge}, and makes the employee one of the source.
   * @returns whether anything is different now
   * @throws {ValidationFailed}
   */
  assign(source: string, content: EmployeeContent, now: Date): boolean {
    const next = withContent(this.current, content);
    requireIdentifier(next);
    return this.change({ ...next, source }, now);
  }

  /** Sets properties as they are given, which clears those that are null. @returns whether anything is different now */
  set(values: EmployeeValues, now: Date): boolean {
    const given = Object.entries(values).map(([name, value]) => {
      return [name, TIMES.has(name) && typeof value === 'string' ? new Date(value) : value] as const;
    });
    return this.change(withContent(this.current, Object.fromEntries(given)), now);
  }

  /**
   * Takes a deleted employee back: not activated, without turnover and source. Properties that are not given stay,
   * except references that the company no longer has, and identifiers that another employee has by now.
   * @param others - employees who are not deleted
   * @throws {ValidationFailed}
   */
  revive(content: EmployeeContent, known: KnownReferences, others: readonly Employee[], now: Date): void {
    const kept = omit(this.current, ['deletedAt', 'turnoverDate', 'turnoverType', 'source']);
    const taken = identifiersTaken(kept, others);
    const restored = withContent(kept, { ...withoutUnknown(kept, known), ...taken });
    this.change({ ...restored, activated: false }, now);
    this.merge(content, now);
  }

  /**
   * Makes the employee choose area and profile again; groups, role and managed areas stay.
   * @returns whether anything is different now
   */
  reset(now: Date): boolean {
    const cleared = withContent(this.current, { hierarchyId: null, profile: [] });
    return this.change({ ...cleared, mustChooseProfile: true }, now);
  }

  /** Ends the employment. */
  end({ date, type }: Turnover, now: Date): void {
    const { turnoverType: _, ...kept } = this.current;
    const ended = { ...kept, deletedAt: now, turnoverDate: date, ...(type && { turnoverType: type }) };
    this.change(ended, now);
  }

  private change(next: EmployeeState, now: Date): boolean {
    if (isDeepStrictEqual(this.current, next)) return false;
    this.current = { ...next, updatedAt: new Date(Math.max(now.getTime(), next.createdAt.getTime())) };
    return true;
  }
}

/** Null for each identifier that others have. */
function identifiersTaken(
  { email, externalId }: EmployeeContent,
  others: readonly Employee[],
): { email?: null; externalId?: null } {
  const key = email && foldEmail(email);
  const isEmailTaken = others.some(
    ({ state }) => state.email !== undefined && foldEmail(state.email) === key,
  );
  const isExternalIdTaken = others.some(
    ({ state }) => state.externalId !== undefined && state.externalId === externalId,
  );
  return { ...(isEmailTaken && { email: null }), ...(isExternalIdTaken && { externalId: null }) };
}

/** Properties of a state after content was merged into it: no entry twice in an array. */
function withContent(state: EmployeeState, content: EmployeeContent): EmployeeState {
  const { profile, groupIds, managedHierarchies } = content;
  const normalized = {
    ...content,
    profile: profile && distinctEntries(profile),
    groupIds: groupIds && [...new Set(groupIds)],
    managedHierarchies: managedHierarchies && [...new Set(managedHierarchies)],
  };
  const given = Object.entries(normalized).filter(([, value]) => value !== undefined);
  const cleared: Readonly<Record<string, unknown>> = { ...EMPTY };
  const merged: [string, unknown][] = Object.entries({ ...state, ...Object.fromEntries(given) });
  const next = merged
    .map(([property, value]) => [property, value ?? cleared[property]] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(next) as unknown as EmployeeState;
}

/** An employee after an import of a record. Properties that the record leaves out are cleared. */
function imported(before: EmployeeState, record: ImportedEmployee, now: Date): EmployeeState {
  const { id, companyId, mustChooseProfile, source, createdAt, updatedAt } = before;
  const { content, isDeleted } = record;
  const isRevived = !isDeleted && before.deletedAt !== undefined;
  const turnoverType = record.turnoverType ?? before.turnoverType;
  const activated = record.activated ?? (isRevived ? false : before.activated);
  const cleared = { ...EMPTY, id, companyId, activated, mustChooseProfile, createdAt, updatedAt };
  return {
    ...withContent(cleared, content),
    ...(source !== undefined && !isRevived && { source }),
    ...(isDeleted && {
      deletedAt: before.deletedAt ?? now,
      turnoverDate: record.turnoverDate ?? before.turnoverDate ?? startOfToday(now),
      ...(turnoverType && { turnoverType }),
    }),
  };
}

/** Properties of an entry are in one order, so that equal entries are equal texts. */
function distinctEntries(entries: readonly ProfileEntry[]): ProfileEntry[] {
  const distinct = new Map<string, ProfileEntry>();
  for (const { id, date, leafId, valueId } of entries) {
    const entry = {
      id,
      ...(date && { date }),
      ...(leafId && { leafId }),
      ...(valueId && { valueId }),
    };
    distinct.set(JSON.stringify(entry), entry);
  }
  return [...distinct.values()];
}

/**
 * An employee needs an e-mail address or an external id.
 * @throws {ValidationFailed}
 */
export function requireIdentifier({ email, externalId }: EmployeeContent): void {
  if (isGiven(email) || isGiven(externalId)) return;
  const message = 'is required where there is no externalId';
  throw new ValidationFailed([{ path: 'email', code: 'REQUIRED', message }]);
}

function isGiven(value: string | null | undefined): boolean {
  return value !== undefined && value !== null;
}
