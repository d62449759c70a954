import { documentsOf } from '../../platform/database/change-source.js';
import { DeletedTimesheetEntryResponse, TimesheetEntryResponse } from './timesheet.response.js';

/** Live entries in the change feed. */
export const TIMESHEET_CHANGES = documentsOf('timesheet', 'timesheet_entry', {
  words: 'A timesheet entry',
  scope: 'timesheets:read',
  response: TimesheetEntryResponse,
  indexed: `r.list = 'live'`,
});

/** Deleted entries in the change feed. */
export const DELETED_TIMESHEET_CHANGES = documentsOf('deletedTimesheet', 'timesheet_entry', {
  words: 'A deleted timesheet entry',
  scope: 'timesheets:read',
  response: DeletedTimesheetEntryResponse,
  indexed: `r.list = 'deleted'`,
});
