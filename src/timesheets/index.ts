/**
 * The public API of the timesheets context. Export only what other parts may use, by name.
 */
export { TimesheetsModule } from './timesheets.module.js';
export { DeletedTimesheetsImporter, TimesheetsImporter } from './interface/timesheet.importer.js';
