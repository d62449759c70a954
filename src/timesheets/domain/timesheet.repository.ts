import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DeletedEntry, LiveEntry } from './timesheet-entry.js';

/** The entries of companies. */
export abstract class TimesheetRepository {
  /**
   * Puts live entries in: known ones are updated, unknown ones created. An entry that is known to be deleted stays so,
   * and counts as unchanged. All batches of one transaction are one import.
   * @throws {TimesheetCompanyNotFound}
   * @throws {InvalidTimesheets} where an id occurs twice in the import or belongs to another company
   */
  abstract putLive(
    companyId: string,
    entries: readonly LiveEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;

  /**
   * Puts deleted entries in, and takes the live entries out that they were. Otherwise like {@link putLive}.
   * @throws {TimesheetCompanyNotFound}
   * @throws {InvalidTimesheets}
   */
  abstract putDeleted(
    companyId: string,
    entries: readonly DeletedEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;

  /** Counts the lists of a company anew, while nobody writes to them. @throws {TimesheetCompanyNotFound} */
  abstract recount(companyId: string): Promise<void>;
}
