import { Injectable } from '@nestjs/common';
import { named, Sql } from '../../platform/database/sql.js';
import { LeaseLost } from '../../shared-kernel/jobs.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Preview, SyncCounts, SyncKey } from '../domain/sync.js';
import { SyncsUnfinished } from '../domain/sync.errors.js';
import { MAX_UNFINISHED_SYNCS } from '../domain/sync.limits.js';
import {
  OPERATOR,
  type Application,
  type LateObstacle,
  type NewSync,
  type StoredSync,
} from '../domain/stored-sync.js';

const IS_SYNC = 'company_id = $1 AND id = $2';

const COLUMNS = `
  company_id AS "companyId", id AS "syncId", source, status, reason, applies_when_ready AS "appliesWhenReady",
  skips_bad_rows AS "skipsBadRows", adopts, allowed_ends AS "allowedEnds", allowed_revivals AS "allowedRevivals",
  added, ended, revived, key_changes AS "keyChanges", bad, created_by AS "createdBy", applied_by AS "appliedBy", undone_at AS "undoneAt"`;

const COUNT_UNFINISHED = {
  name: 'syncs.count-unfinished',
  text: `
    SELECT count(*)::integer AS count FROM employee_sync
    WHERE company_id = $1 AND status IN ('QUEUED', 'PREVIEWING', 'APPLYING')`,
};

const INSERT = {
  name: 'syncs.insert',
  text: `
    INSERT INTO employee_sync (company_id, id, source, status, applies_when_ready, skips_bad_rows, adopts, created_by)
    VALUES ($1, $2, $3, 'QUEUED', $4, $5, $6, $7)`,
};

const FIND = { name: 'syncs.find', text: `SELECT ${COLUMNS} FROM employee_sync WHERE ${IS_SYNC}` };

const LOCK = { name: 'syncs.lock', text: `${FIND.text} FOR UPDATE` };

const BEGIN_PREVIEW = {
  name: 'syncs.begin-preview',
  text: `
    UPDATE employee_sync SET status = 'PREVIEWING', attempt_id = $3
    WHERE ${IS_SYNC} AND status IN ('QUEUED', 'PREVIEWING') RETURNING ${COLUMNS}`,
};

const CHECK_ATTEMPT = {
  name: 'syncs.check-attempt',
  text: `
    SELECT id FROM employee_sync WHERE ${IS_SYNC} AND status = 'PREVIEWING' AND attempt_id = $3 FOR NO KEY UPDATE`,
};

const END_PREVIEW = named(
  'syncs.end-preview',
  `
    UPDATE employee_sync SET status = :status, reason = :reason, issues = :issues, added = :added, changed = :changed,
      ended = :ended, unchanged = :unchanged, skipped = :skipped, bad = :bad, ends_held_back = :endsHeldBack,
      suppressed = :suppressed, revived = :revived, adopted = :adopted, key_changes = :keyChanges,
      past_ends = :left, left_out = :leftOut, cleaned_names = :cleanedNames,
      columns = CASE WHEN :suppressed > 0 THEN NULL ELSE columns END
    WHERE company_id = :companyId AND id = :syncId`,
);

const BEGIN_APPLYING = {
  name: 'syncs.begin-applying',
  text: `
    UPDATE employee_sync SET status = 'APPLYING', reason = NULL, applied_by = $3,
      allowed_ends = coalesce($4, allowed_ends), allowed_revivals = coalesce($5, allowed_revivals)
    WHERE ${IS_SYNC}`,
};

const BLOCK = {
  name: 'syncs.block',
  text: `
    UPDATE employee_sync SET status = 'BLOCKED', reason = $3, revived = greatest(revived, $4)
    WHERE ${IS_SYNC} AND status = 'APPLYING'`,
};

const APPLIED = {
  name: 'syncs.applied',
  text: `
    UPDATE employee_sync SET status = 'APPLIED', finished_at = now() WHERE ${IS_SYNC} AND status = 'APPLYING'`,
};

const FAILED = {
  name: 'syncs.failed',
  text: `
    UPDATE employee_sync SET status = 'FAILED', reason = 'FAILED', finished_at = now()
    WHERE ${IS_SYNC} AND status IN ('QUEUED', 'PREVIEWING', 'APPLYING')`,
};

const UNDONE = {
  name: 'syncs.undone',
  text: `UPDATE employee_sync SET undone_at = now() WHERE ${IS_SYNC}`,
};

const COUNT_PEOPLE = {
  name: 'syncs.count-people',
  text: `
    SELECT count(*)::integer AS count FROM employee
    WHERE company_id = $1 AND source = $2 AND deleted_at IS NULL`,
};

/** Of all companies: workers serve all of them. */
const EXPIRED = {
  name: 'syncs.expired',
  text: `
    SELECT company_id AS "companyId", id AS "syncId" FROM employee_sync
    WHERE created_at <= now() - interval '1 ms' * $1::float8 AND status NOT IN ('QUEUED', 'PREVIEWING', 'APPLYING')
    ORDER BY created_at LIMIT $2`,
};

/** Of all companies. */
const ABANDONED = {
  name: 'syncs.abandoned',
  text: `
    SELECT company_id AS "companyId", id AS "syncId" FROM employee_sync
    WHERE created_at <= now() - interval '1 ms' * $1::float8 AND status IN ('QUEUED', 'PREVIEWING', 'APPLYING')
      AND '${OPERATOR}' IN (created_by, applied_by)
    ORDER BY created_at LIMIT 20`,
};

/** Rows of a statement, so that each is short. */
const BATCH = 5_000;

const REMOVE_ROWS = {
  name: 'sync-rows.remove',
  text: `
    DELETE FROM employee_sync_row WHERE company_id = $1 AND (sync_id, kind, position) IN (
      SELECT sync_id, kind, position FROM employee_sync_row
      WHERE company_id = $1 AND sync_id = $2 LIMIT $3
    ) RETURNING position`,
};

const REMOVE = { name: 'syncs.remove', text: `DELETE FROM employee_sync WHERE ${IS_SYNC}` };

type Row = StoredSync & Record<string, unknown>;

/** Stores syncs. */
@Injectable()
export class SyncStore {
  constructor(private readonly sql: Sql) {}

  async insert(sync: NewSync, transaction: Transaction): Promise<void> {
    const { companyId, syncId, source, appliesWhenReady, skipsBadRows, adopts, createdBy } = sync;
    const unfinished = await this.count(COUNT_UNFINISHED, [companyId], transaction);
    if (unfinished >= MAX_UNFINISHED_SYNCS) throw new SyncsUnfinished();
    const values = [companyId, syncId, source, appliesWhenReady, skipsBadRows, adopts, createdBy];
    await this.sql.query(INSERT, values, transaction);
  }

  async find({ companyId, syncId }: SyncKey): Promise<StoredSync | undefined> {
    const [row] = await this.sql.query<Row>(FIND, [companyId, syncId]);
    return row;
  }

  /** Locks the sync until the transaction ends. */
  async lock({ companyId, syncId }: SyncKey, transaction: Transaction): Promise<StoredSync | undefined> {
    const [row] = await this.sql.query<Row>(LOCK, [companyId, syncId], transaction);
    return row;
  }

  /**
   * Begins an attempt at a preview, and removes what earlier ones have left.
   * @param attemptId - another attempt cannot write from now on
   * @returns undefined when there is nothing to preview any more
   */
  async beginPreview(key: SyncKey, attemptId: string): Promise<StoredSync | undefined> {
    const [row] = await this.sql.query<Row>(BEGIN_PREVIEW, [key.companyId, key.syncId, attemptId]);
    if (row) await removeRows(this.sql, key);
    return row;
  }

  /** @throws {LeaseLost} when another attempt has begun */
  async checkAttempt(
    { companyId, syncId }: SyncKey,
    attemptId: string,
    transaction: Transaction,
  ): Promise<void> {
    const rows = await this.sql.query(CHECK_ATTEMPT, [companyId, syncId, attemptId], transaction);
    if (rows.length === 0) throw new LeaseLost();
  }

  async endPreview(key: SyncKey, preview: Preview, transaction: Transaction): Promise<void> {
    const { counts = {}, endsHeldBack = false } = preview;
    const { added, changed, ended, unchanged, skipped, bad, suppressed }: Partial<SyncCounts> = counts;
    const { revived = 0, adopted = 0, keyChanges = 0 }: Partial<SyncCounts> = counts;
    const { left = 0, leftOut = 0, cleanedNames = 0 }: Partial<SyncCounts> = counts;
    const values = {
      ...key,
      ...{ status: preview.status, reason: preview.reason, endsHeldBack },
      issues: preview.issues && JSON.stringify(preview.issues),
      ...{ added, changed, ended, unchanged, skipped, bad, suppressed, revived, adopted, keyChanges },
      ...{ left, leftOut, cleanedNames },
    };
    await this.sql.query(END_PREVIEW, values, transaction);
  }

  async beginApplying(
    { companyId, syncId }: SyncKey,
    { appliedBy, allowedEnds, allowedRevivals }: Application,
    transaction: Transaction,
  ): Promise<void> {
    const values = [companyId, syncId, appliedBy, allowedEnds, allowedRevivals];
    await this.sql.query(BEGIN_APPLYING, values, transaction);
  }

  async block(
    { companyId, syncId }: SyncKey,
    { reason, revived }: LateObstacle,
    transaction: Transaction,
  ): Promise<void> {
    await this.sql.query(BLOCK, [companyId, syncId, reason, revived], transaction);
  }

  async applied({ companyId, syncId }: SyncKey, transaction: Transaction): Promise<void> {
    await this.sql.query(APPLIED, [companyId, syncId], transaction);
  }

  async failed({ companyId, syncId }: SyncKey, transaction: Transaction): Promise<void> {
    await this.sql.query(FAILED, [companyId, syncId], transaction);
  }

  async undone({ companyId, syncId }: SyncKey, transaction: Transaction): Promise<void> {
    await this.sql.query(UNDONE, [companyId, syncId], transaction);
  }

  /** People of a source who are not deleted. */
  peopleOf(companyId: string, source: string): Promise<number> {
    return this.count(COUNT_PEOPLE, [companyId, source]);
  }

  /** Ends syncs whose command was killed. They are older than this. */
  async failAbandoned(olderThanMs: number): Promise<void> {
    const abandoned = await this.sql.query<SyncKey & Record<string, unknown>>(ABANDONED, [olderThanMs]);
    for (const { companyId, syncId } of abandoned) await this.sql.query(FAILED, [companyId, syncId]);
  }

  /** Syncs that are older than the retention, as many as the limit. @returns the number of them */
  async removeOlderThan(retentionMs: number, limit: number): Promise<number> {
    const expired = await this.sql.query<SyncKey & Record<string, unknown>>(EXPIRED, [retentionMs, limit]);
    for (const key of expired) {
      await removeRows(this.sql, key);
      await this.sql.query(REMOVE, [key.companyId, key.syncId]);
    }
    return expired.length;
  }

  private async count(
    statement: { readonly name: string; readonly text: string },
    values: readonly unknown[],
    transaction?: Transaction,
  ): Promise<number> {
    const [row] = await this.sql.query<{ count: number }>(statement, values, transaction);
    return row?.count ?? 0;
  }
}

/** Removes the people of a sync. */
async function removeRows(sql: Sql, { companyId, syncId }: SyncKey): Promise<void> {
  for (let removed = BATCH; removed === BATCH;)
    removed = (await sql.query(REMOVE_ROWS, [companyId, syncId, BATCH])).length;
}
