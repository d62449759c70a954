import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import { RecordImporter, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ImportedEntry } from '../domain/timesheet-entry.js';
import { TimesheetsService } from '../application/timesheets.service.js';
import { DeletedTimesheetRecord, TimesheetRecord, toEntry } from './timesheet.record.js';

/** Imports live entries. */
@Injectable()
export class TimesheetsImporter extends RecordImporter<ImportedEntry> {
  constructor(private readonly service: TimesheetsService) {
    super();
  }

  read(_companyId: string, records: readonly unknown[]): readonly ImportedEntry[] {
    return readRecords(TimesheetRecord, records).map((record) => toEntry(record));
  }

  write(
    companyId: string,
    entries: readonly ImportedEntry[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.importAll(companyId, entries, transaction);
  }
}

/** Imports deleted entries. */
@Injectable()
export class DeletedTimesheetsImporter extends TimesheetsImporter {
  override read(_companyId: string, records: readonly unknown[]): readonly ImportedEntry[] {
    return readRecords(DeletedTimesheetRecord, records).map((record) => toEntry(record));
  }
}
