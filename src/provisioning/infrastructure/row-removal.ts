import type { Sql } from '../../platform/database/sql.js';
import type { SyncKey } from '../domain/sync.js';

/** Rows of a statement, so that each is short. */
const BATCH = 5_000;

const REMOVE = {
  name: 'sync-rows.remove',
  text: `
    DELETE FROM employee_sync_row WHERE company_id = $1 AND (sync_id, kind, position) IN (
      SELECT sync_id, kind, position FROM employee_sync_row
      WHERE company_id = $1 AND sync_id = $2 LIMIT $3
    ) RETURNING position`,
};

/** Removes the people of a sync. */
export async function removeRows(sql: Sql, { companyId, syncId }: SyncKey): Promise<void> {
  for (let removed = BATCH; removed === BATCH;)
    removed = (await sql.query(REMOVE, [companyId, syncId, BATCH])).length;
}
