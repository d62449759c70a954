import { Injectable } from '@nestjs/common';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { importDeletedEntries, importLiveEntries } from '../domain/imported-entry.js';
import { TimesheetRepository } from '../domain/timesheet.repository.js';

/**
 * Puts live entries into a company. May be called many times within one transaction, which then is one import. An entry
 * that is known to be deleted stays deleted and counts as unchanged.
 */
@Injectable()
export class TimesheetsImporter implements RecordImporter {
  constructor(private readonly timesheets: TimesheetRepository) {}

  /**
   * @throws {InvalidTimesheets}
   * @throws {TimesheetCompanyNotFound}
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.timesheets.putLive(companyId, importLiveEntries(records), transaction);
  }
}

/** Puts deleted entries into a company, and takes the live ones out that they were. Otherwise like the live ones. */
@Injectable()
export class DeletedTimesheetsImporter implements RecordImporter {
  constructor(private readonly timesheets: TimesheetRepository) {}

  /**
   * @throws {InvalidTimesheets}
   * @throws {TimesheetCompanyNotFound}
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.timesheets.putDeleted(companyId, importDeletedEntries(records), transaction);
  }
}
