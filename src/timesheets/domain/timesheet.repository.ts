import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { AnyTimesheetEntry } from './timesheet-entry.js';

/** The entries of companies. */
export abstract class TimesheetRepository {
  /**
   * Inserts or updates entries. Deleted ones remove the live entries that they replace; a live one that is known to be
   * deleted stays deleted and counts as unchanged. All calls within one transaction are one import.
   * @throws {TimesheetCompanyNotFound}
   * @throws {ValidationFailed} where an id occurs twice in the import or belongs to another company, with paths that
   *   begin with the index of the entry
   */
  abstract upsertAll(
    companyId: string,
    entries: readonly AnyTimesheetEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;
}
