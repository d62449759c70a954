import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import type { Employee } from '../domain/employee.js';

const READ = `
  SELECT employee_id AS "employeeId", characteristic_id AS "characteristicId", value
  FROM employee_profile_value WHERE company_id = $1 AND employee_id = ANY ($2)`;

const DELETE = 'DELETE FROM employee_profile_value WHERE company_id = $1 AND employee_id = ANY ($2)';

const INSERT = `
  INSERT INTO employee_profile_value (company_id, employee_id, characteristic_id, value)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])`;

interface ProfileValue {
  readonly employeeId: string;
  readonly characteristicId: string;
  readonly value: string;
}

/** Writes the rows by which the list finds employees by their profiles. Profiles that are as before are left alone. */
export async function writeProfileValues(
  manager: EntityManager,
  companyId: string,
  employees: readonly Employee[],
): Promise<void> {
  const ids = employees.map(({ state }) => state.id);
  const stored = byEmployee(await manager.query<ProfileValue[]>(READ, [companyId, ids]));
  const wanted = byEmployee(employees.flatMap(valuesOf));
  const changed = ids.filter((id) => !isDeepStrictEqual(wanted.get(id), stored.get(id)));
  const replaced = changed.filter((id) => stored.has(id));
  if (replaced.length > 0) await manager.query(DELETE, [companyId, replaced]);
  const added = changed.flatMap((id) => [...(wanted.get(id)?.values() ?? [])]);
  if (added.length === 0) return;
  await manager.query(INSERT, [
    companyId,
    added.map(({ employeeId }) => employeeId),
    added.map(({ characteristicId }) => characteristicId),
    added.map(({ value }) => value),
  ]);
}

function valuesOf({ state }: Employee): ProfileValue[] {
  return state.profile.map(({ id, date, valueId, leafId }) => ({
    employeeId: state.id,
    characteristicId: id,
    value: date?.slice(0, 'YYYY-MM-DD'.length) ?? valueId ?? leafId ?? '',
  }));
}

/** The values of each employee, each value once: two dates of one characteristic may be on the same day. */
function byEmployee(values: readonly ProfileValue[]): Map<string, Map<string, ProfileValue>> {
  const employees = new Map<string, Map<string, ProfileValue>>();
  for (const { employeeId, characteristicId, value } of values) {
    const own = employees.get(employeeId) ?? new Map<string, ProfileValue>();
    own.set(JSON.stringify([characteristicId, value]), { employeeId, characteristicId, value });
    employees.set(employeeId, own);
  }
  return employees;
}
