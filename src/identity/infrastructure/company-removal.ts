import type { Sql } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';

/** Tables that may have millions of rows of a company, with the most rows of a statement. */
const LARGE_TABLES = [
  { table: 'timesheet_entry', id: 'id', batch: 10_000 },
  { table: 'audit_record', id: 'id', batch: 10_000 },
  { table: 'employee', id: 'id', batch: 5_000 },
  // A plan may have a thousand actions, which are removed with it.
  { table: 'action_plan', id: 'id', batch: 100 },
  { table: 'deleted_plan', id: 'plan_id', batch: 100 },
  { table: 'change_tombstone', id: 'id', batch: 10_000 },
  // The people of a sync are removed together.
  { table: 'employee_sync_row', id: 'sync_id', batch: 5_000 },
  { table: 'webhook_message', id: 'id', batch: 10_000 },
] as const;

const BATCHES = LARGE_TABLES.map(({ table, id, batch }) => ({
  last: {
    name: `identity.last-of-batch-${table}`,
    text: `
      SELECT ${id} AS id FROM ${table} WHERE company_id = $1 AND ${id} > $2 ORDER BY ${id} OFFSET ${batch - 1}
        LIMIT 1`,
  },
  remove: {
    name: `identity.remove-batch-${table}`,
    text: `DELETE FROM ${table} WHERE company_id = $1 AND ${id} > $2 AND ${id} <= $3`,
  },
}));

/** Greater than every id. */
const END = 'g';

/** An export without plan and requester counts as gone: a worker removes its file, then its row. */
const REMOVE_EXPORTS = [
  {
    name: 'identity.remove-export-links',
    text: 'DELETE FROM plan_export_link WHERE company_id = $1',
  },
  {
    name: 'identity.remove-exports-without-file',
    text: 'DELETE FROM plan_export WHERE company_id = $1 AND file_key IS NULL',
  },
  {
    name: 'identity.abandon-exports',
    text: 'UPDATE plan_export SET plan_id = NULL, requested_by = NULL WHERE company_id = $1',
  },
];

/** A worker removes the files of lists without a sync, then these rows. */
const ABANDON_UPLOADS = {
  name: 'identity.abandon-uploads',
  text: `UPDATE employee_sync_upload SET created_at = '-infinity' WHERE company_id = $1`,
};

/** A position that begins again makes older cursors expire. */
const REMOVE_ORDER = [
  { name: 'identity.remove-change-sets', text: 'DELETE FROM change_set WHERE company_id = $1' },
  { name: 'identity.remove-change-position', text: 'DELETE FROM change_position WHERE company_id = $1' },
];

/**
 * Jobs refer to no company. One that an attempt holds ends by itself, and is removed like other finished ones: while
 * its row exists, no worker removes the file that the attempt may still store.
 */
const REMOVE_JOBS = {
  name: 'identity.remove-jobs',
  text: `
    DELETE FROM job
    WHERE company_id = $1
      AND (finished_at IS NOT NULL OR leased_until IS NULL OR leased_until <= now() - interval '1 minute')`,
};

/** The tables that are left have few rows of a company, and refer to it or to what is removed already. */
const REMOVE_COMPANY = { name: 'identity.remove-company', text: 'DELETE FROM company WHERE id = $1' };

/** Removes the rows of a locked company from all tables, large ones in batches, so that every statement is short. */
export async function removeCompanyRows(
  sql: Sql,
  companyId: string,
  transaction: Transaction,
): Promise<void> {
  for (const statement of [...REMOVE_EXPORTS, ABANDON_UPLOADS])
    await sql.query(statement, [companyId], transaction);
  for (const { last, remove } of BATCHES) {
    // A batch begins after the last id of the one before, because an index still has the removed rows.
    for (let after = ''; after !== END;) {
      const [row] = await sql.query<{ id: string }>(last, [companyId, after], transaction);
      const until = row?.id ?? END;
      await sql.query(remove, [companyId, after, until], transaction);
      after = until;
    }
  }
  for (const statement of REMOVE_ORDER) await sql.query(statement, [companyId], transaction);
  await sql.query(REMOVE_JOBS, [companyId], transaction);
  await sql.query(REMOVE_COMPANY, [companyId], transaction);
}
