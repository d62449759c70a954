import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import { RecordImporter, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DeletedTimesheetEntry, TimesheetEntry } from '../domain/timesheet-entry.js';
import { TimesheetsService } from '../application/timesheets.service.js';
import { DeletedTimesheetRecord, TimesheetRecord, toEntry } from './timesheet.record.js';

/** Imports live entries. */
@Injectable()
export class TimesheetsImporter extends RecordImporter<TimesheetEntry> {
  constructor(private readonly service: TimesheetsService) {
    super();
  }

  read(_companyId: string, records: readonly unknown[]): readonly TimesheetEntry[] {
    return readRecords(TimesheetRecord, records).map((record) => toEntry(record));
  }

  write(
    companyId: string,
    entries: readonly TimesheetEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.importLive(companyId, entries, transaction);
  }
}

/** Imports deleted entries. */
@Injectable()
export class DeletedTimesheetsImporter extends RecordImporter<DeletedTimesheetEntry> {
  constructor(private readonly service: TimesheetsService) {
    super();
  }

  read(_companyId: string, records: readonly unknown[]): readonly DeletedTimesheetEntry[] {
    return readRecords(DeletedTimesheetRecord, records).map((record) => toEntry(record));
  }

  write(
    companyId: string,
    entries: readonly DeletedTimesheetEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.importDeleted(companyId, entries, transaction);
  }
}
