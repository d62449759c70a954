import { Module } from '@nestjs/common';
import { WorkforceModule } from '../workforce/index.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { TimesheetsBulkService } from './application/timesheets-bulk.service.js';
import { TimesheetsQueries } from './application/timesheets.queries.js';
import { TimesheetsService } from './application/timesheets.service.js';
import { TimesheetRepository } from './domain/timesheet.repository.js';
import { SqlTimesheetRepository } from './infrastructure/sql-timesheet.repository.js';
import { TimesheetRetention } from './infrastructure/timesheet-retention.js';
import { BulkTimesheetsController } from './interface/bulk-timesheets.controller.js';
import { DeletedTimesheetsImporter, TimesheetsImporter } from './interface/timesheet.importer.js';
import { TimesheetsController } from './interface/timesheets.controller.js';

/** Retention, for operators, too. */
@Module({
  providers: [TimesheetRetention],
  exports: [TimesheetRetention],
})
export class TimesheetRetentionModule {}

@Module({
  imports: [IdempotencyModule, WorkforceModule],
  controllers: [TimesheetsController, BulkTimesheetsController],
  providers: [
    TimesheetsImporter,
    DeletedTimesheetsImporter,
    TimesheetsQueries,
    TimesheetsService,
    TimesheetsBulkService,
    { provide: TimesheetRepository, useClass: SqlTimesheetRepository },
  ],
  exports: [TimesheetsImporter, DeletedTimesheetsImporter],
})
export class TimesheetsModule {}
