import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { TimesheetsService } from '../application/timesheets.service.js';
import { DeletedTimesheetRecord, TimesheetRecord, toEntry } from './timesheet.record.js';

/** Imports live entries. */
@Injectable()
export class TimesheetsImporter implements RecordImporter {
  constructor(private readonly service: TimesheetsService) {}

  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const entries = readRecords(TimesheetRecord, records).map((record) => toEntry(record));
    return this.service.importLive(companyId, entries, transaction);
  }
}

/** Imports deleted entries. */
@Injectable()
export class DeletedTimesheetsImporter implements RecordImporter {
  constructor(private readonly service: TimesheetsService) {}

  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const entries = readRecords(DeletedTimesheetRecord, records).map((record) => toEntry(record));
    return this.service.importDeleted(companyId, entries, transaction);
  }
}
