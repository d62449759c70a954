import { Injectable } from '@nestjs/common';
import { ErasedPeople } from '../../shared-kernel/erased-people.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ImportedEntry } from '../domain/timesheet-entry.js';
import { TimesheetRepository } from '../domain/timesheet.repository.js';
import { checkEntries } from '../domain/timesheet.rules.js';

/** Imports entries. All calls within one transaction are one import. */
@Injectable()
export class TimesheetsService {
  constructor(
    private readonly timesheets: TimesheetRepository,
    private readonly erased: ErasedPeople,
  ) {}

  /**
   * Inserts or updates entries, as {@link TimesheetRepository.upsertAll} does. Nothing is done with those that name
   * people who were erased.
   * @throws {ValidationFailed}
   * @throws {TimesheetCompanyNotFound}
   */
  async importAll(
    companyId: string,
    entries: readonly ImportedEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    checkEntries(entries);
    const erased = await this.erased.among(companyId, entries, transaction);
    const { present, suppressed } = erased.split(entries, (entry) => entry);
    const counts = await this.timesheets.upsertAll(companyId, present, transaction);
    return { ...counts, ...(suppressed.length > 0 && { suppressed }) };
  }
}
