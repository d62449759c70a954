import { by, type PersonalTable } from '../../shared-kernel/personal-tables.js';

export const TIMESHEET_TABLES: readonly PersonalTable[] = [
  {
    table: 'timesheet_entry',
    purpose: 'workingTimes',
    people: ['employees'],
    kept: 'by `timesheetsYears` after the start, otherwise until it is deleted or the company is',
    access: by('TimesheetSource'),
    erasure: by('TimesheetEraser'),
    columns: {
      email_key: 'e-mail address of an employee, folded',
      document: 'e-mail address, external id and working time of an employee',
      external_id: 'id of a working time in the system that records it',
    },
    impersonal:
      'company_id id list listed_at start_time original_timesheet_id changed_cluster changed_xid changed_at change_set',
  },
];
