import type { Sql, Statement } from '../../../platform/database/sql.js';
import type { SyncKey } from '../domain/sync.js';

/** Rows of a statement, so that each is short. */
const BATCH = 5_000;

const remove = (name: string, condition: string): Statement => ({
  name,
  text: `
    DELETE FROM employee_sync_row WHERE (company_id, sync_id, kind, position) IN (
      SELECT company_id, sync_id, kind, position FROM employee_sync_row
      WHERE company_id = $1 AND sync_id = $2 ${condition} LIMIT $3
    ) RETURNING position`,
});

const REMOVE = remove('sync-rows.remove', '');
const REMOVE_UNCHANGED = remove('sync-rows.remove-unchanged', "AND kind = 'unchanged'");

/** Removes the people of a sync, or those with whom nothing is done. */
export async function removeRows(
  sql: Sql,
  { companyId, syncId }: SyncKey,
  which: 'all' | 'unchanged' = 'all',
): Promise<void> {
  const statement = which === 'all' ? REMOVE : REMOVE_UNCHANGED;
  for (let removed = BATCH; removed === BATCH;)
    removed = (await sql.query(statement, [companyId, syncId, BATCH])).length;
}
