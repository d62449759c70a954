import type { EntityManager } from 'typeorm';
import type { Employee } from '../domain/employee.js';

/** In the order of their ids, so that changes that lock the same groups wait for each other. */
const LOCK_GROUPS = `
  SELECT id FROM company_group WHERE company_id = $1 AND id = ANY ($2) ORDER BY id FOR KEY SHARE`;

/**
 * Keeps the groups of employees from being removed until the transaction ends, as a foreign key would.
 * @throws {Error} when the company does not have one of them
 */
export async function lockGroups(
  manager: EntityManager,
  companyId: string,
  employees: readonly Employee[],
): Promise<void> {
  const ids = new Set(employees.flatMap(({ state }) => state.groupIds));
  if (ids.size === 0) return;
  const found = await manager.query<{ id: string }[]>(LOCK_GROUPS, [companyId, [...ids]]);
  for (const { id } of found) ids.delete(id);
  if (ids.size > 0) throw new Error(`Company ${companyId} does not have the groups ${[...ids].join(', ')}.`);
}
