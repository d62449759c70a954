import { documentsOf } from '../../platform/database/change-source.js';

/** Live entries in the change feed. */
export const TIMESHEET_CHANGES = documentsOf('timesheet', 'timesheet_entry', { indexed: `r.list = 'live'` });

/** Deleted entries in the change feed. */
export const DELETED_TIMESHEET_CHANGES = documentsOf('deletedTimesheet', 'timesheet_entry', {
  indexed: `r.list = 'deleted'`,
});
