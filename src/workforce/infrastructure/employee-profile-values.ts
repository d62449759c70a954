import type { EntityManager } from 'typeorm';
import type { Employee } from '../domain/employee.js';

/** Removes what is not among the values. `$1` company, `$2` employees, then the columns of their values. */
const REMOVE = `
  DELETE FROM employee_profile_value
  WHERE company_id = $1 AND employee_id = ANY ($2)
    AND (employee_id, characteristic_id, value) NOT IN (SELECT * FROM unnest($3::text[], $4::text[], $5::text[]))`;

/** Adds those that are missing. `$1` company, then the columns of the values. */
const ADD = `
  INSERT INTO employee_profile_value (company_id, employee_id, characteristic_id, value)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
  ON CONFLICT DO NOTHING`;

/** Writes the rows by which the list finds employees by their profiles, and only those that differ. */
export async function writeProfileValues(
  manager: EntityManager,
  companyId: string,
  employees: readonly Employee[],
): Promise<void> {
  const values = employees.flatMap(({ state }) =>
    state.profile.map(({ id, date, valueId, leafId }) => ({
      employeeId: state.id,
      characteristicId: id,
      value: date?.slice(0, 'YYYY-MM-DD'.length) ?? valueId ?? leafId ?? '',
    })),
  );
  const columns = [
    values.map(({ employeeId }) => employeeId),
    values.map(({ characteristicId }) => characteristicId),
    values.map(({ value }) => value),
  ];
  await manager.query(REMOVE, [companyId, employees.map(({ state }) => state.id), ...columns]);
  if (values.length > 0) await manager.query(ADD, [companyId, ...columns]);
}
