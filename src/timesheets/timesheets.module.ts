import { Module } from '@nestjs/common';
import { TimesheetsQueries } from './application/timesheets.queries.js';
import { TimesheetsService } from './application/timesheets.service.js';
import { TimesheetRepository } from './domain/timesheet.repository.js';
import { SqlTimesheetRepository } from './infrastructure/sql-timesheet.repository.js';
import { DeletedTimesheetsImporter, TimesheetsImporter } from './interface/timesheet.importer.js';
import { TimesheetsController } from './interface/timesheets.controller.js';

@Module({
  controllers: [TimesheetsController],
  providers: [
    TimesheetsImporter,
    DeletedTimesheetsImporter,
    TimesheetsQueries,
    TimesheetsService,
    { provide: TimesheetRepository, useClass: SqlTimesheetRepository },
  ],
  exports: [TimesheetsImporter, DeletedTimesheetsImporter],
})
export class TimesheetsModule {}
