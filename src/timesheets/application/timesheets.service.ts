import { Injectable } from '@nestjs/common';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ImportedEntry } from '../domain/timesheet-entry.js';
import { TimesheetRepository } from '../domain/timesheet.repository.js';
import { checkEntries } from '../domain/timesheet.rules.js';

/** Imports entries. All calls within one transaction are one import. */
@Injectable()
export class TimesheetsService {
  constructor(private readonly timesheets: TimesheetRepository) {}

  /**
   * Inserts or updates entries, as {@link TimesheetRepository.upsertAll} does.
   * @throws {ValidationFailed}
   * @throws {TimesheetCompanyNotFound}
   */
  async importAll(
    companyId: string,
    entries: readonly ImportedEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    checkEntries(entries);
    return this.timesheets.upsertAll(companyId, entries, transaction);
  }
}
