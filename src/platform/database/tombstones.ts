import type { EntityManager } from 'typeorm';
import { changeSetOf } from './change-sets.js';

/** Ends a statement that inserts tombstones: one that exists is of this change by now. */
export const REPEATED_TOMBSTONE = `
  ON CONFLICT (company_id, id, kind, reader_id, except_id) DO UPDATE SET change_set = excluded.change_set`;

/** `$1` company, `$2` kind, `$3` ids, `$4` change set. */
const ADD = `
  INSERT INTO change_tombstone (company_id, kind, id, change_set)
  SELECT $1, $2, id, $4 FROM unnest($3::text[]) id ${REPEATED_TOMBSTONE}`;

/** Records for the change feed that objects are gone, within the transaction that removes them. */
export async function addTombstones(
  manager: EntityManager,
  companyId: string,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await manager.query(ADD, [companyId, kind, ids, changeSetOf(manager, companyId, kind)]);
}
