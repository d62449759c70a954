import type { EntityManager } from 'typeorm';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { newId } from '../../shared-kernel/id.js';
import { givenTwice, idTaken, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { DeletedEntry, LiveEntry } from '../domain/timesheet-entry.js';
import { InvalidTimesheets, TimesheetCompanyNotFound } from '../domain/timesheet.errors.js';

/** Columns of an entry after its id, each with the name and type of its member in the record that is put in. */
const COLUMNS = [
  ['email', 'email text'],
  ['external_id', '"externalId" text'],
  ['time_zone', '"timeZone" text'],
  ['start_time', '"startTime" timestamptz(3)'],
  ['end_time', '"endTime" timestamptz(3)'],
  ['active', 'active boolean'],
  ['breaks', 'breaks jsonb'],
  ['period_type', '"periodType" text'],
  ['change_history', '"changeHistory" jsonb'],
  ['original_timesheet_id', '"originalTimesheetId" text'],
  ['deleted_at', '"deletedAt" timestamptz(3)'],
  ['deleted_by', '"deletedBy" text'],
  ['deleted_reason', '"deletedReason" text'],
] as const;

const columns = COLUMNS.map(([column]) => column);
const members = COLUMNS.map(([, member]) => member.slice(0, member.lastIndexOf(' ')));
const stored = columns.map((column) => `s.${column}`).join(', ');
const given = members.map((member) => `g.${member}`).join(', ');

/** The company, which cannot go away until the transaction ends, and the right to write to its entries. */
const LOCK = `
  SELECT lock_timesheets(id) FROM (SELECT id FROM company WHERE id = $1 FOR KEY SHARE) c`;

/** Ids of one import, however many batches it has. */
const REMEMBER =
  'CREATE TEMP TABLE IF NOT EXISTS timesheet_import (id text COLLATE "C" PRIMARY KEY) ON COMMIT DROP';

const NOTE_IDS = `
  WITH noted AS (
    INSERT INTO timesheet_import SELECT unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING id
  )
  SELECT id FROM unnest($1::text[]) id WHERE id NOT IN (SELECT id FROM noted)`;

/** What has been deleted does not come back because a file still has it as live. */
const STAYS_DELETED = `
  coalesce(s.is_deleted, false) OR EXISTS (
    SELECT FROM timesheet_entry d WHERE d.company_id = $1 AND d.original_timesheet_id = g.id
  )`;

const put = (staysAway: string): string => `
  WITH given AS MATERIALIZED (
    SELECT g.*, s.company_id AS owner, ${staysAway} AS "staysAway", (${stored}) IS DISTINCT FROM (${given}) AS differs
    FROM json_to_recordset($2::json) AS g (id text, ${COLUMNS.map(([, member]) => member).join(', ')})
      LEFT JOIN timesheet_entry s ON s.id = g.id
  ),
  created AS (
    INSERT INTO timesheet_entry (id, company_id, ${columns.join(', ')})
    SELECT id, $1, ${given} FROM given g WHERE owner IS NULL AND NOT "staysAway"
    ON CONFLICT (id) DO NOTHING
    RETURNING id
  ),
  updated AS (
    UPDATE timesheet_entry s SET (${columns.join(', ')}) = ROW (${given})
    FROM given g
    WHERE s.id = g.id AND g.owner = $1 AND g.differs AND NOT g."staysAway"
    RETURNING s.id
  )
  SELECT (SELECT count(*)::integer FROM created) AS created, (SELECT count(*)::integer FROM updated) AS updated,
    ARRAY(
      SELECT id FROM given
      WHERE owner <> $1 OR owner IS NULL AND NOT "staysAway" AND id NOT IN (SELECT id FROM created)
    ) AS taken`;

const PUT_LIVE = put(STAYS_DELETED);
const PUT_DELETED = put('false');

const TAKE_OUT = `
  DELETE FROM timesheet_entry WHERE company_id = $1 AND NOT is_deleted AND id = ANY ($2::text[])`;

/** Records of one statement: enough to save round trips, few enough to keep its text small. */
const BATCH = 5_000;

/** Puts entries of one company in, within a transaction. All batches of the transaction are one import. */
export class TimesheetImport {
  private constructor(
    private readonly manager: EntityManager,
    private readonly companyId: string,
  ) {}

  /** Waits until nobody else writes entries of the company. @throws {TimesheetCompanyNotFound} */
  static async begin(manager: EntityManager, companyId: string): Promise<TimesheetImport> {
    const locked = await manager.query<unknown[]>(LOCK, [companyId]);
    if (locked.length === 0) throw new TimesheetCompanyNotFound(companyId);
    await manager.query(REMEMBER);
    return new TimesheetImport(manager, companyId);
  }

  /** @throws {InvalidTimesheets} with paths that begin with the index of the entry */
  putLive(entries: readonly LiveEntry[]): Promise<ImportCounts> {
    return this.inBatches(entries, (batch, at) => this.put(PUT_LIVE, batch, at));
  }

  /** @throws {InvalidTimesheets} with paths that begin with the index of the entry */
  putDeleted(entries: readonly DeletedEntry[]): Promise<ImportCounts> {
    return this.inBatches(entries, async (batch, at) => {
      const counts = await this.put(PUT_DELETED, batch, at);
      const originals = batch.flatMap(({ originalTimesheetId: id }) => (id === undefined ? [] : [id]));
      await this.manager.query(TAKE_OUT, [this.companyId, originals]);
      return counts;
    });
  }

  private async inBatches<Entry>(
    entries: readonly Entry[],
    work: (batch: readonly Entry[], at: number) => Promise<ImportCounts>,
  ): Promise<ImportCounts> {
    const sum = { created: 0, updated: 0, unchanged: 0 };
    for (let at = 0; at < entries.length; at += BATCH) {
      const { created, updated, unchanged } = await work(entries.slice(at, at + BATCH), at);
      sum.created += created;
      sum.updated += updated;
      sum.unchanged += unchanged;
    }
    return sum;
  }

  private async put(statement: string, entries: readonly LiveEntry[], at: number): Promise<ImportCounts> {
    const identified = entries.map((entry) => ({ ...entry, id: entry.id ?? newId() }));
    const ids = identified.map(({ id }) => id);
    const pathOf = (index: number): string => `[${at + index}].id`;
    await this.noteIds(ids, pathOf);
    const records = JSON.stringify(identified);
    const [row] = await this.manager.query<{ created: number; updated: number; taken: string[] }[]>(
      statement,
      [this.companyId, records],
    );
    const { created = 0, updated = 0, taken = [] } = row ?? {};
    refuse(taken, ids, (index) => idTaken(pathOf(index)));
    return { created, updated, unchanged: entries.length - created - updated };
  }

  private async noteIds(ids: readonly string[], pathOf: (index: number) => string): Promise<void> {
    if (new Set(ids).size < ids.length) {
      const repeated = ids.flatMap((id, index) =>
        ids.indexOf(id) < index ? [givenTwice(pathOf(index))] : [],
      );
      throw new InvalidTimesheets(repeated);
    }
    const rows = await this.manager.query<{ id: string }[]>(NOTE_IDS, [ids]);
    refuse(
      rows.map(({ id }) => id),
      ids,
      (index) => givenTwice(pathOf(index)),
    );
  }
}

function refuse(
  refused: readonly string[],
  ids: readonly string[],
  issueOf: (index: number) => ValidationIssue,
): void {
  if (refused.length === 0) return;
  const set = new Set(refused);
  throw new InvalidTimesheets(ids.flatMap((id, index) => (set.has(id) ? [issueOf(index)] : [])));
}
