/**
 * The public API of the timesheets context. Export only what other parts may use, by name.
 */
export { TIMESHEET_TABLES } from './infrastructure/timesheet.tables.js';
export { TimesheetEraser } from './infrastructure/timesheet-eraser.js';
export { TimesheetRetentionModule, TimesheetsModule } from './timesheets.module.js';
export { TimesheetSource } from './infrastructure/timesheet-source.js';
export { DELETED_TIMESHEET_CHANGES, TIMESHEET_CHANGES } from './application/timesheet-changes.queries.js';
export { DeletedTimesheetEntryResponse, TimesheetEntryResponse } from './application/timesheet.response.js';
export { TimesheetRetention } from './infrastructure/timesheet-retention.js';
export { DeletedTimesheetsImporter, TimesheetsImporter } from './interface/timesheet.importer.js';
