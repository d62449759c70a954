import { Module } from '@nestjs/common';
import { DeletedTimesheetsImporter, TimesheetsImporter } from './application/timesheet-importers.js';
import { TimesheetsQueries } from './application/timesheets.queries.js';
import { TimesheetRepository } from './domain/timesheet.repository.js';
import { SqlTimesheetRepository } from './infrastructure/sql-timesheet.repository.js';
import { TimesheetsController } from './interface/timesheets.controller.js';

@Module({
  controllers: [TimesheetsController],
  providers: [
    TimesheetsImporter,
    DeletedTimesheetsImporter,
    TimesheetsQueries,
    { provide: TimesheetRepository, useClass: SqlTimesheetRepository },
  ],
  exports: [TimesheetsImporter, DeletedTimesheetsImporter],
})
export class TimesheetsModule {}
