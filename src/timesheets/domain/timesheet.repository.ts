import type { ImportCounts, PlacedRecord } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { WorkedPeriod } from './overlaps.js';
import type { DeletedTimesheetEntry, ImportedEntry, TimesheetEntry } from './timesheet-entry.js';

/** Keys of entries. */
export interface TimesheetKeys {
  readonly ids: readonly string[];
  readonly externalIds: readonly string[];
}

/** The state in which changes begin. It stays until the transaction ends. */
export interface FoundTimesheets {
  /** Live entries with the keys. */
  readonly live: readonly TimesheetEntry[];
  /** Ids of deleted entries. Those of other companies are as good as unknown ones, so that nobody can try them. */
  readonly takenIds: ReadonlySet<string>;
  /** Later than all changes before. */
  readonly at: string;
}

/** Changes of found entries. */
export interface TimesheetChanges {
  /** Entries that are new or differ from what is stored, with the stored one. */
  readonly written: readonly {
    readonly before?: TimesheetEntry | undefined;
    readonly after: TimesheetEntry;
  }[];
  /** Ids of stored entries that are not live any more. */
  readonly removedIds: readonly string[];
  readonly deleted: readonly DeletedTimesheetEntry[];
}

/** The entries of companies. */
export abstract class TimesheetRepository {
  /**
   * Inserts or updates entries. Deleted ones remove the live entries that they replace; a live one that is known to be
   * deleted stays deleted and counts as unchanged. All calls within one transaction are one import.
   * @throws {TimesheetCompanyNotFound}
   * @throws {ValidationFailed} where an id or an external id occurs twice in the import or belongs to another entry,
   *   with paths that begin with the index of the entry
   */
  abstract upsertAll(
    companyId: string,
    entries: readonly PlacedRecord<ImportedEntry>[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;

  /**
   * Waits for other changes and imports of the company, and finds what changes concern.
   * @throws {TimesheetCompanyNotFound}
   */
  abstract findForChange(
    companyId: string,
    keys: TimesheetKeys,
    transaction: Transaction,
  ): Promise<FoundTimesheets>;

  /**
   * The ids of periods that overlap with a stored live entry of the same person, which has begun at most 7 days before.
   * @param exceptIds - stored entries that are not compared, because they change
   */
  abstract findOverlapping(
    companyId: string,
    periods: readonly WorkedPeriod[],
    exceptIds: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>>;

  /** Writes changes of what {@link findForChange} has found in the same transaction. */
  abstract changeAll(companyId: string, changes: TimesheetChanges, transaction: Transaction): Promise<void>;
}
