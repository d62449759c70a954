import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DeletedTimesheetEntry, TimesheetEntry } from './timesheet-entry.js';

/** The entries of companies. All calls within one transaction are one import. */
export abstract class TimesheetRepository {
  /**
   * Inserts or updates live entries. An entry that is known to be deleted stays deleted and counts as unchanged.
   * @throws {TimesheetCompanyNotFound}
   * @throws {ValidationFailed} where an id occurs twice in the import or belongs to another company, with paths that
   *   begin with the index of the entry
   */
  abstract upsertLive(
    companyId: string,
    entries: readonly TimesheetEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;

  /**
   * Inserts or updates deleted entries, and removes the live entries that they replace. Otherwise like
   * {@link upsertLive}.
   * @throws {TimesheetCompanyNotFound}
   * @throws {ValidationFailed}
   */
  abstract upsertDeleted(
    companyId: string,
    entries: readonly DeletedTimesheetEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;
}
