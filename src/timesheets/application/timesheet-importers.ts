import { Injectable } from '@nestjs/common';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { importDeletedEntries, importLiveEntries } from '../domain/imported-entry.js';
import { TimesheetRepository } from '../domain/timesheet.repository.js';

/**
 * Imports live entries. All calls within one transaction are one import. An entry that is known to be deleted stays
 * deleted and counts as unchanged.
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
    return this.timesheets.upsertLive(companyId, importLiveEntries(records), transaction);
  }
}

/** Imports deleted entries, and removes the live entries that they replace. Otherwise like live ones. */
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
    return this.timesheets.upsertDeleted(companyId, importDeletedEntries(records), transaction);
  }
}
