import type { EntityManager } from 'typeorm';
import { changeSetOf } from '../../platform/database/change-sets.js';
import { lockCompany } from '../../platform/database/import-lock.js';
import { firstByKey } from '../../platform/database/in-company.js';
import { addTombstones } from '../../platform/database/tombstones.js';
import { TimesheetCompanyNotFound } from '../domain/timesheet.errors.js';
import { DayCountChanges, type Listed } from './day-counts.js';
import { TIMESHEET_ROW, type TimesheetRow } from './timesheet.row.js';

const UTC_TIME = `to_char(listed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The first entry of the company `$1` with a key of `given`. */
export const firstEntry = (columns: string, column: string, condition = 'true'): string =>
  firstByKey(
    `SELECT ${columns} FROM timesheet_entry WHERE company_id = $1 AND ${condition}`,
    column,
    'given.key',
  );

/** `$1` company, `$2` ids, `$3` change set of the import. */
const entriesOf = (columns: string, condition?: string): string => `
  FROM unnest($2::text[]) AS given (key) CROSS JOIN LATERAL (${firstEntry(columns, 'id', condition)}) e`;

export const FIND_KNOWN = `
  SELECT e.id, e.list, ${UTC_TIME} AS "listedAt", e.document::text AS document, e.is_written AS "isWritten"
  ${entriesOf(`id, list, listed_at, document, change_set = $3::uuid AS is_written`)}`;

/** `$1` company, `$2` external ids. A live entry has one of its own. */
export const FIND_BY_EXTERNAL_ID = `
  SELECT e.id, e.external_id AS "externalId", e.document::text AS document
  FROM unnest($2::text[]) AS given (key) CROSS JOIN LATERAL (
    ${firstEntry('id, external_id, document', 'external_id', `list = 'live'`)}
  ) e`;

/** The kinds of the change feed of the lists. */
const FEED_KINDS = [
  ['live', 'timesheet'],
  ['deleted', 'deletedTimesheet'],
] as const;

/** Any fixed number. Held by imports that bring new ids: two companies must not create the same one at once. */
const LOCK_NEW_IDS = 'SELECT pg_advisory_xact_lock(720512)';

/**
 * Ids that the company does not have, but another one: the only statement that searches all partitions. The order and
 * the limit make the planner use the index, also during the first import, before there are statistics.
 */
export const FIND_TAKEN = `
  SELECT id FROM timesheet_entry WHERE id = ANY ($1::text[]) ORDER BY id LIMIT cardinality($1::text[])`;

/** `$1` company, `$2` rows, `$3` change set. */
const UPSERT = `
  INSERT INTO timesheet_entry
    (company_id, id, list, listed_at, start_time, email_key, original_timesheet_id, external_id, document, change_set)
  SELECT $1, r.*, $3::uuid FROM json_to_recordset($2::json) AS r (${TIMESHEET_ROW})
  ON CONFLICT (company_id, id) DO UPDATE SET
    (list, listed_at, start_time, email_key, original_timesheet_id, external_id, document, change_set) =
    ROW (excluded.list, excluded.listed_at, excluded.start_time, excluded.email_key,
      excluded.original_timesheet_id, excluded.external_id, excluded.document, excluded.change_set)`;

/**
 * A join on ids would read all entries of the company. A `ctid` is unique in the partition of the company, whose lock
 * keeps rows in place. The time stays one: Citus cannot plan a function of the time zone beside this search.
 */
export const DELETE_LIVE = `
  WITH removed AS (
    DELETE FROM timesheet_entry
    WHERE company_id = $1 AND ctid = ANY (ARRAY(SELECT e.ctid ${entriesOf('ctid', `list = 'live'`)}))
    RETURNING id, list, listed_at, change_set = $3::uuid AS is_written
  )
  SELECT id, list, listed_at AS "listedAt", is_written AS "isWritten" FROM removed`;

export interface StoredEntry extends Listed {
  readonly id: string;
  /** True if this transaction has written it. */
  readonly isWritten: boolean;
}

/** A live entry that is removed, as the database returns it. */
type RemovedEntry = Omit<StoredEntry, 'listedAt'> & { readonly listedAt: Date };

export interface KnownEntry extends StoredEntry {
  /** The text of the document. */
  readonly document: string;
}

/** The live entry of an external id. */
export interface NamedEntry {
  readonly id: string;
  readonly externalId: string;
  readonly document: string;
}

/** Writes entries of one company and their counts within a transaction. */
export class TimesheetWriter {
  private constructor(
    private readonly manager: EntityManager,
    private readonly companyId: string,
  ) {}

  /**
   * Waits for others who write entries of the company, so that what is read stays true until the transaction ends.
   * @throws {TimesheetCompanyNotFound}
   */
  static async lock(manager: EntityManager, companyId: string): Promise<TimesheetWriter> {
    if (!(await lockCompany(manager, companyId))) throw new TimesheetCompanyNotFound(companyId);
    return new TimesheetWriter(manager, companyId);
  }

  /**
   * Stored entries by id.
   * @param ids - sorted, else the server sorts them, in FIND_TAKEN once for each partition
   */
  async find(ids: readonly string[]): Promise<Map<string, KnownEntry>> {
    if (ids.length === 0) return new Map();
    const known = await this.manager.query<KnownEntry[]>(FIND_KNOWN, [this.companyId, ids, this.changeSet()]);
    return new Map(known.map((entry) => [entry.id, entry]));
  }

  findByExternalIds(externalIds: readonly string[]): Promise<NamedEntry[]> {
    if (externalIds.length === 0) return Promise.resolve([]);
    return this.manager.query<NamedEntry[]>(FIND_BY_EXTERNAL_ID, [this.companyId, externalIds]);
  }

  /** Those of ids that the company does not have which another one has. */
  async takenAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    await this.manager.query(LOCK_NEW_IDS);
    const taken = await this.manager.query<{ id: string }[]>(FIND_TAKEN, [ids]);
    return new Set(taken.map(({ id }) => id));
  }

  /**
   * Removes live entries, then writes rows, which may have the external ids of removed ones.
   * @param before - what is stored under the ids of the rows
   * @returns the removed entries
   */
  async write(
    { rows, removedIds }: { readonly rows: readonly TimesheetRow[]; readonly removedIds: readonly string[] },
    before: ReadonlyMap<string, Listed>,
  ): Promise<StoredEntry[]> {
    const changes = new DayCountChanges();
    const removed = await this.removeLive(removedIds);
    const gone = new Set(idsOf(removed));
    // A deletion may have the id of an entry that another one replaces.
    const storedOf = ({ id }: TimesheetRow): Listed | undefined =>
      gone.has(id) ? undefined : before.get(id);
    for (const entry of removed) changes.remove(entry);
    for (const row of rows) {
      const stored = storedOf(row);
      if (stored) changes.remove(stored);
      changes.add(row);
    }
    if (rows.length > 0)
      await this.manager.query(UPSERT, [this.companyId, JSON.stringify(rows), this.changeSet()]);
    const moved = rows.filter((row) => row.list === 'deleted' && storedOf(row)?.list === 'live');
    await addTombstones(this.manager, this.companyId, 'timesheet', idsOf([...removed, ...moved]));
    await changes.write(this.manager, this.companyId);
    return removed;
  }

  /** Counts entries that the transaction has removed, and lets the change feed tell of them. */
  async recordRemoved(entries: readonly (Listed & { readonly id: string })[]): Promise<void> {
    const changes = new DayCountChanges();
    for (const entry of entries) changes.remove(entry);
    for (const [list, kind] of FEED_KINDS) {
      const listed = entries.filter((entry) => entry.list === list);
      await addTombstones(this.manager, this.companyId, kind, idsOf(listed));
    }
    await changes.write(this.manager, this.companyId);
  }

  private async removeLive(ids: readonly string[]): Promise<StoredEntry[]> {
    if (ids.length === 0) return [];
    const values = [this.companyId, ids, this.changeSet()];
    const removed = await this.manager.query<RemovedEntry[]>(DELETE_LIVE, values);
    return removed.map(({ listedAt, ...entry }) => ({ ...entry, listedAt: listedAt.toISOString() }));
  }

  private changeSet(): string {
    changeSetOf(this.manager, this.companyId, 'deletedTimesheet');
    return changeSetOf(this.manager, this.companyId, 'timesheet');
  }
}

export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
