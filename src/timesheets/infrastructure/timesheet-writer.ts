import type { EntityManager } from 'typeorm';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { lockCompany } from '../../platform/database/import-lock.js';
import { addTombstones } from '../../platform/database/tombstones.js';
import { givenTwice, idTaken, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { TimesheetCompanyNotFound } from '../domain/timesheet.errors.js';
import { DayCountChanges, type Listed } from './day-counts.js';
import { TIMESHEET_ROW, type TimesheetRow } from './timesheet.row.js';

/** Room for the ids of a million entries. Without it the server writes them to disk, for twice the time. */
const KEEP_IDS_IN_MEMORY = `SET LOCAL temp_buffers = '128MB'`;

/** The ids of one import that it has not written, or has removed again. Entries that it has written name it. */
const CREATE_IMPORTED_IDS =
  'CREATE TEMP TABLE IF NOT EXISTS timesheet_import (id text COLLATE "C" PRIMARY KEY) ON COMMIT DROP';

const NOTE_IDS = 'INSERT INTO timesheet_import SELECT unnest($1::text[]) ON CONFLICT DO NOTHING';

const FIND_NOTED = 'SELECT id FROM timesheet_import WHERE id = ANY ($1::text[])';

const UTC_TIME = `to_char(listed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * `$1` company, `$2` ids, `$3` change set of the import. The limit makes the planner look up each id. It would read all
 * entries of a company that is not in the statistics yet, because it takes them for one row.
 */
const entriesOf = (columns: string, condition = 'true'): string => `
  FROM unnest($2::text[]) AS given (id) CROSS JOIN LATERAL (
    SELECT ${columns} FROM timesheet_entry
    WHERE company_id = $1 AND id = given.id AND ${condition} LIMIT 1
  ) e`;

export const FIND_KNOWN = `
  SELECT e.id, e.list, ${UTC_TIME} AS "listedAt", e.document::text AS document, e.is_imported AS "isImported"
  ${entriesOf(`id, list, listed_at, document, change_set = $3::uuid AS is_imported`)}`;

/** Any fixed number. Held by imports that bring new ids: two companies must not create the same one at once. */
const LOCK_NEW_IDS = 'SELECT pg_advisory_xact_lock(720512)';

/**
 * Ids that the company does not have, but another one: the only statement that searches all partitions. The order and
 * the limit make the planner use the index, also during the first import, before there are statistics.
 */
export const FIND_TAKEN = `
  SELECT id FROM timesheet_entry WHERE id = ANY ($1::text[]) ORDER BY id LIMIT cardinality($1::text[])`;

export const FIND_REPLACED = `
  SELECT DISTINCT original_timesheet_id AS id FROM timesheet_entry
  WHERE company_id = $1 AND original_timesheet_id = ANY ($2::text[])`;

/** `$1` company, `$2` rows, `$3` change set. */
const UPSERT = `
  INSERT INTO timesheet_entry
    (company_id, id, list, listed_at, start_time, email_key, original_timesheet_id, document, change_set)
  SELECT $1, r.*, $3::uuid FROM json_to_recordset($2::json) AS r (${TIMESHEET_ROW})
  ON CONFLICT (company_id, id) DO UPDATE SET
    (list, listed_at, start_time, email_key, original_timesheet_id, document, change_set) =
    ROW (excluded.list, excluded.listed_at, excluded.start_time, excluded.email_key,
      excluded.original_timesheet_id, excluded.document, excluded.change_set)`;

/**
 * A join on ids would read all entries of the company. A `ctid` is unique in the partition of the company, whose lock
 * keeps rows in place.
 */
export const DELETE_LIVE = `
  WITH removed AS (
    DELETE FROM timesheet_entry
    WHERE company_id = $1 AND ctid = ANY (ARRAY(SELECT e.ctid ${entriesOf('ctid', `list = 'live'`)}))
    RETURNING id, list, listed_at, change_set = $3::uuid AS is_imported
  )
  SELECT id, list, ${UTC_TIME} AS "listedAt", is_imported AS "isImported" FROM removed`;

interface StoredEntry extends Listed {
  readonly id: string;
  /** True if this import has written it. */
  readonly isImported: boolean;
}

interface KnownEntry extends StoredEntry {
  /** The text of the document. */
  readonly document: string;
}

interface Written {
  readonly counts: Omit<ImportCounts, 'unchanged'>;
  readonly ids: ReadonlySet<string>;
}

/** Writes entries of one company and their counts within a transaction. */
export class TimesheetWriter {
  private constructor(
    private readonly manager: EntityManager,
    private readonly companyId: string,
  ) {}

  /**
   * Waits for other imports of the company, so that what is read stays true until the transaction ends.
   * @throws {TimesheetCompanyNotFound}
   */
  static async lock(manager: EntityManager, companyId: string): Promise<TimesheetWriter> {
    if (!(await lockCompany(manager, companyId))) throw new TimesheetCompanyNotFound(companyId);
    await manager.query(KEEP_IDS_IN_MEMORY);
    await manager.query(CREATE_IMPORTED_IDS);
    return new TimesheetWriter(manager, companyId);
  }

  /**
   * Removes the live entries that the rows replace. Deletion wins: an entry that is stored as deleted stays so, and one
   * that a deletion replaces does not return.
   * @param at - index of the first row in the list of the import, for the paths of issues
   * @throws {ValidationFailed}
   */
  async upsertAll(rows: readonly TimesheetRow[], at: number): Promise<Written['counts']> {
    const known = await this.findKnown(rows, at);
    const live = rows.filter(({ list }) => list === 'live');
    const replaced = await this.findIds(FIND_REPLACED, [this.companyId, idsOf(live)]);
    const isDeleted = (id: string): boolean => known.get(id)?.list === 'deleted' || replaced.has(id);
    const remaining = rows.filter(({ id, list }) => list === 'deleted' || !isDeleted(id));
    const changes = new DayCountChanges();
    const { counts, ids } = await this.upsert(remaining, known, changes);
    const originals = rows.flatMap(({ originalTimesheetId }) => originalTimesheetId ?? []);
    const removed = await this.manager.query<StoredEntry[]>(DELETE_LIVE, [
      this.companyId,
      originals,
      this.changeSet(),
    ]);
    for (const entry of removed) changes.remove(entry);
    const moved = remaining.filter(({ id, list }) => list === 'deleted' && known.get(id)?.list === 'live');
    await addTombstones(this.manager, this.companyId, 'timesheet', idsOf([...removed, ...moved]));
    await changes.write(this.manager, this.companyId);
    const notWritten = rows.filter(({ id }) => !ids.has(id));
    await this.note([...notWritten, ...removed.filter(({ isImported }) => isImported)]);
    return counts;
  }

  /** Stored entries with the ids of the rows, by id. */
  private async findKnown(rows: readonly TimesheetRow[], at: number): Promise<Map<string, KnownEntry>> {
    const ids = idsOf(rows);
    const pathOf = (index: number): string => `[${at + index}].id`;
    refuse(repeated(ids), pathOf, givenTwice);
    const sorted = [...ids].sort(); // else the server sorts them, in FIND_TAKEN once for each partition
    const known = await this.manager.query<KnownEntry[]>(FIND_KNOWN, [
      this.companyId,
      sorted,
      this.changeSet(),
    ]);
    const before = await this.findIds(FIND_NOTED, [sorted]);
    for (const { id, isImported } of known) if (isImported) before.add(id);
    refuse(indexesOf(ids, before), pathOf, givenTwice);

    const byId = new Map(known.map((entry) => [entry.id, entry]));
    const newIds = sorted.filter((id) => !byId.has(id));
    if (newIds.length > 0) {
      await this.manager.query(LOCK_NEW_IDS);
      refuse(indexesOf(ids, await this.findIds(FIND_TAKEN, [newIds])), pathOf, idTaken);
    }
    return byId;
  }

  /** Writes the rows that are new or differ from what is stored. */
  private async upsert(
    rows: readonly TimesheetRow[],
    known: ReadonlyMap<string, KnownEntry>,
    changes: DayCountChanges,
  ): Promise<Written> {
    const written: TimesheetRow[] = [];
    let updated = 0;
    for (const row of rows) {
      const stored = known.get(row.id);
      if (stored?.list === row.list && stored.document === JSON.stringify(row.document)) continue;
      if (stored) {
        updated++;
        changes.remove(stored);
      }
      changes.add(row);
      written.push(row);
    }
    if (written.length > 0)
      await this.manager.query(UPSERT, [this.companyId, JSON.stringify(written), this.changeSet()]);
    const counts = { created: written.length - updated, updated };
    return { counts, ids: new Set(idsOf(written)) };
  }

  private changeSet(): string {
    changeSetOf(this.manager, this.companyId, 'deletedTimesheet');
    return changeSetOf(this.manager, this.companyId, 'timesheet');
  }

  private async note(entries: readonly { readonly id: string }[]): Promise<void> {
    if (entries.length > 0) await this.manager.query(NOTE_IDS, [idsOf(entries)]);
  }

  private async findIds(statement: string, values: readonly unknown[]): Promise<Set<string>> {
    const rows = await this.manager.query<{ id: string }[]>(statement, [...values]);
    return new Set(rows.map(({ id }) => id));
  }
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Indexes of ids that occur earlier in the list. */
function repeated(ids: readonly string[]): number[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => (seen.size === seen.add(id).size ? [index] : []));
}

function indexesOf(ids: readonly string[], found: ReadonlySet<string>): number[] {
  return found.size === 0 ? [] : ids.flatMap((id, index) => (found.has(id) ? [index] : []));
}

function refuse(
  indexes: readonly number[],
  pathOf: (index: number) => string,
  issueOf: (path: string) => ValidationIssue,
): void {
  if (indexes.length > 0) throw new ValidationFailed(indexes.map((index) => issueOf(pathOf(index))));
}
