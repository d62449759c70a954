import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { SyncKey, SyncList, SyncRow } from '../domain/sync.js';
import type {
  AppliedRow,
  OpenRow,
  RowPage,
  RowPart,
  SkippedRow,
  StaffMember,
} from '../domain/stored-sync.js';

const OF_SYNC = 'r.company_id = $1 AND r.sync_id = $2';
const VERSION = 'e.change_set::text';

const INSERT = {
  name: 'sync-rows.insert',
  text: `
    INSERT INTO employee_sync_row (
      company_id, sync_id, kind, position, employee_id, external_id, email, reason, changes, issues, is_move,
      seen_version
    )
    SELECT $1, $2, g.* FROM json_to_recordset($3::json) AS g (
      list text, position integer, "employeeId" text, "externalId" text, email text, reason text, changes json,
      issues json, "isMove" boolean, "seenVersion" text
    )`,
};

const STAFF = {
  name: 'sync-rows.staff',
  text: `
    SELECT e.id AS "employeeId", e.external_id AS "externalId", e.document ->> 'email' AS email, ${VERSION} AS version
    FROM employee e
    WHERE e.company_id = $1 AND e.source = $2 AND e.deleted_at IS NULL AND e.id > $3
    ORDER BY e.id LIMIT $4`,
};

/** `$3` list, `$4` is move, `$5` position of the last row before, `$6` limit. */
const rowsThat = (name: string, condition: string): Statement => ({
  name,
  text: `
    SELECT r.kind AS list, r.position, r.employee_id AS "employeeId", r.external_id AS "externalId", r.email, r.reason,
      r.changes, r.is_move AS "isMove", r.seen_version AS "seenVersion", r.applied_version AS "appliedVersion"
    FROM employee_sync_row r
    WHERE ${OF_SYNC} AND r.kind = $3 AND r.is_move = $4 AND r.position > $5 AND ${condition}
    ORDER BY r.position LIMIT $6`,
});

const OPEN = rowsThat('sync-rows.open', 'r.applied_version IS NULL');
const DONE = rowsThat('sync-rows.done', 'r.applied_version IS NOT NULL');

const countOpen = (name: string, condition: string): Statement => ({
  name: `sync-rows.count-open-${name}`,
  text: `
    SELECT count(*)::integer AS count
    FROM employee_sync_row r JOIN employee e ON e.company_id = r.company_id AND e.id = r.employee_id
    WHERE ${OF_SYNC} AND ${condition} AND r.applied_version IS NULL AND ${VERSION} = r.seen_version`,
});

const COUNT_OPEN_ENDS = countOpen('ends', `r.kind = 'ended'`);
const COUNT_OPEN_REVIVALS = countOpen('revivals', `r.kind = 'added' AND r.reason = 'revived'`);

/** The version is that of this transaction, which has written the employees before. */
const APPLIED = {
  name: 'sync-rows.applied',
  text: `
    UPDATE employee_sync_row r SET employee_id = g."employeeId", changes = g.changes, applied_version = ${VERSION}
    FROM json_to_recordset($3::json) AS g (list text, position integer, "employeeId" text, changes json)
      JOIN employee e ON e.company_id = $1 AND e.id = g."employeeId"
    WHERE ${OF_SYNC} AND r.kind = g.list AND r.position = g.position`,
};

/** Only lists that are applied have rows that are skipped later. `$3` rows, `$4` those among them that are revivals. */
const countSkipped = (list: SyncList): Statement => ({
  name: `sync-rows.count-skipped-${list}`,
  text: `
    UPDATE employee_sync SET ${list} = ${list} - $3, skipped = skipped + $3, revived = greatest(0, revived - $4)
    WHERE company_id = $1 AND id = $2 RETURNING skipped - $3 AS first`,
});
const COUNT_SKIPPED = {
  added: countSkipped('added'),
  changed: countSkipped('changed'),
  ended: countSkipped('ended'),
};

const SKIPPED = {
  name: 'sync-rows.skipped',
  text: `
    UPDATE employee_sync_row r SET kind = 'skipped', position = g.place, reason = g.reason
    FROM json_to_recordset($3::json) AS g (list text, position integer, place integer, reason text)
    WHERE ${OF_SYNC} AND r.kind = g.list AND r.position = g.position`,
};

const UNDONE = {
  name: 'sync-rows.undone',
  text: `
    UPDATE employee_sync_row r SET applied_version = NULL
    FROM json_to_recordset($3::json) AS g (list text, position integer)
    WHERE ${OF_SYNC} AND r.kind = g.list AND r.position = g.position`,
};

type Row = { [P in keyof OpenRow]: OpenRow[P] | null } & Record<string, unknown>;

/** Stores the people of syncs. */
@Injectable()
export class SyncRowStore {
  constructor(private readonly sql: Sql) {}

  async insert(key: SyncKey, rows: readonly SyncRow[], transaction: Transaction): Promise<void> {
    await this.write(INSERT, key, rows, transaction);
  }

  /**
   * The people of a source, in the order of their ids.
   * @param after - the id of the last one before
   */
  staff(companyId: string, source: string, after: string, limit: number): Promise<StaffMember[]> {
    return this.sql.query<StaffMember & Record<string, unknown>>(STAFF, [companyId, source, after, limit]);
  }

  /** Rows that are not applied, in the order of their positions. */
  open(key: SyncKey, part: RowPart, page: RowPage, transaction: Transaction): Promise<OpenRow[]> {
    return this.read(OPEN, key, part, page, transaction);
  }

  /** Rows that are applied and not undone, in the order of their positions. */
  done(key: SyncKey, part: RowPart, page: RowPage, transaction: Transaction): Promise<OpenRow[]> {
    return this.read(DONE, key, part, page, transaction);
  }

  /** Rows of `ended` that are not applied and whose people have not changed since the preview. */
  openEnds(key: SyncKey): Promise<number> {
    return this.count(COUNT_OPEN_ENDS, key);
  }

  /** Rows of deleted people who come back that are not applied and whose people have not changed since the preview. */
  openRevivals(key: SyncKey): Promise<number> {
    return this.count(COUNT_OPEN_REVIVALS, key);
  }

  async applied(key: SyncKey, rows: readonly AppliedRow[], transaction: Transaction): Promise<void> {
    const given = rows.map(({ row: { list, position }, employeeId, changes }) => {
      return { list, position, employeeId, changes };
    });
    await this.write(APPLIED, key, given, transaction);
  }

  /** Moves rows to the list of those that are skipped, and counts them there. */
  async skipped(key: SyncKey, rows: readonly SkippedRow[], transaction: Transaction): Promise<void> {
    for (const list of ['added', 'changed', 'ended'] as const) {
      const ofList = rows.filter(({ row }) => row.list === list);
      if (ofList.length === 0) continue;
      const revivals = ofList.filter(({ row }) => row.reason === 'revived');
      const values = [key.companyId, key.syncId, ofList.length, revivals.length];
      const [counted] = await this.sql.query<{ first: number }>(COUNT_SKIPPED[list], values, transaction);
      const first = counted?.first ?? 0;
      const given = ofList.map(({ row: { position }, reason }, index) => {
        return { list, position, place: first + index, reason };
      });
      await this.write(SKIPPED, key, given, transaction);
    }
  }

  /** The rows count as not applied from now on. */
  async undone(key: SyncKey, rows: readonly OpenRow[], transaction: Transaction): Promise<void> {
    const given = rows.map(({ list, position }) => ({ list, position }));
    await this.write(UNDONE, key, given, transaction);
  }

  private async count(statement: Statement, { companyId, syncId }: SyncKey): Promise<number> {
    const [row] = await this.sql.query<{ count: number }>(statement, [companyId, syncId]);
    return row?.count ?? 0;
  }

  private async read(
    statement: Statement,
    { companyId, syncId }: SyncKey,
    { list, isMove }: RowPart,
    { after, limit }: RowPage,
    transaction: Transaction,
  ): Promise<OpenRow[]> {
    const values = [companyId, syncId, list, isMove, after, limit];
    return (await this.sql.query<Row>(statement, values, transaction)).map(withoutNulls);
  }

  private async write(
    statement: Statement,
    { companyId, syncId }: SyncKey,
    rows: readonly object[],
    transaction: Transaction,
  ): Promise<void> {
    if (rows.length > 0)
      await this.sql.query(statement, [companyId, syncId, JSON.stringify(rows)], transaction);
  }
}

function withoutNulls(row: Row): OpenRow {
  const given = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as unknown as OpenRow;
}
