import type { EntityManager } from 'typeorm';
import type { Employee } from '../domain/employee.js';

const DELETE_GROUPS = 'DELETE FROM employee_group WHERE company_id = $1 AND employee_id = ANY ($2)';
const DELETE_VALUES = 'DELETE FROM employee_profile_value WHERE company_id = $1 AND employee_id = ANY ($2)';

const INSERT_GROUPS = `
  INSERT INTO employee_group (company_id, employee_id, group_id)
  SELECT $1, * FROM unnest($2::text[], $3::text[])`;

/** Two dates of one characteristic may be on the same day. */
const INSERT_VALUES = `
  INSERT INTO employee_profile_value (company_id, employee_id, characteristic_id, value)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
  ON CONFLICT DO NOTHING`;

/** Rewrites the rows by which the list finds employees: their groups, and the values of their profiles. */
export async function writeFilters(
  manager: EntityManager,
  companyId: string,
  employees: readonly Employee[],
): Promise<void> {
  const ids = employees.map(({ state }) => state.id);
  await manager.query(DELETE_GROUPS, [companyId, ids]);
  await manager.query(DELETE_VALUES, [companyId, ids]);
  const groups = employees.flatMap(({ state }) => state.groupIds.map((group) => [state.id, group]));
  if (groups.length > 0) await manager.query(INSERT_GROUPS, [companyId, ...transpose(groups, 2)]);
  const values = employees.flatMap(({ state }) =>
    state.profile.map(({ id, date, valueId, leafId }) => [
      state.id,
      id,
      date?.slice(0, 'YYYY-MM-DD'.length) ?? valueId ?? leafId ?? '',
    ]),
  );
  if (values.length > 0) await manager.query(INSERT_VALUES, [companyId, ...transpose(values, 3)]);
}

/** Arrays of columns from arrays of rows. */
function transpose(rows: readonly string[][], columns: number): (string | undefined)[][] {
  return Array.from({ length: columns }, (_, column) => rows.map((row) => row[column]));
}
