import type { EntityManager } from 'typeorm';
import type { Employee } from '../domain/employee.js';

/** Writes only the rows that differ. `$1` company, `$2` employees, then the columns of their values. */
const REPLACE = `
  WITH wanted AS (
    SELECT * FROM unnest($3::text[], $4::text[], $5::text[]) AS given (employee_id, characteristic_id, value)
  ), removed AS (
    DELETE FROM employee_profile_value
    WHERE company_id = $1 AND employee_id = ANY ($2)
      AND (employee_id, characteristic_id, value) NOT IN (SELECT * FROM wanted)
  )
  INSERT INTO employee_profile_value (company_id, employee_id, characteristic_id, value)
  SELECT $1, employee_id, characteristic_id, value FROM wanted
  ON CONFLICT DO NOTHING`;

/** Writes the rows by which the list finds employees by their profiles. */
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
  await manager.query(REPLACE, [
    companyId,
    employees.map(({ state }) => state.id),
    values.map(({ employeeId }) => employeeId),
    values.map(({ characteristicId }) => characteristicId),
    values.map(({ value }) => value),
  ]);
}
