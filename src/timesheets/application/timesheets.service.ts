import { Injectable } from '@nestjs/common';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DeletedTimesheetEntry, TimesheetEntry } from '../domain/timesheet-entry.js';
import { TimesheetRepository } from '../domain/timesheet.repository.js';
import { checkEntries } from '../domain/timesheet.rules.js';

/** Imports entries. All calls within one transaction are one import. */
@Injectable()
export class TimesheetsService {
  constructor(private readonly timesheets: TimesheetRepository) {}

  /**
   * Inserts or updates live entries. An entry that is known to be deleted stays deleted and counts as unchanged.
   * @throws {ValidationFailed}
   * @throws {TimesheetCompanyNotFound}
   */
  async importLive(
    companyId: string,
    entries: readonly TimesheetEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    checkEntries(entries);
    return this.timesheets.upsertLive(companyId, entries, transaction);
  }

  /**
   * Inserts or updates deleted entries, and removes the live entries that they replace.
   * @throws {ValidationFailed}
   * @throws {TimesheetCompanyNotFound}
   */
  async importDeleted(
    companyId: string,
    entries: readonly DeletedTimesheetEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    checkEntries(entries);
    return this.timesheets.upsertDeleted(companyId, entries, transaction);
  }
}
