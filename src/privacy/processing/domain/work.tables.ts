import { by, type PersonalTable } from './described-data.js';

/** Working times, mails and traces of changes. */
export const WORK_TABLES: readonly PersonalTable[] = [
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
  {
    table: 'reminder_recipient',
    purpose: 'mails',
    people: ['employees', 'users'],
    kept: 'until the person is erased, or the company is deleted',
    access: by('ReminderSource'),
    erasure: by('ReminderEraser'),
    columns: { email_key: 'e-mail address of an employee or user' },
    impersonal: 'company_id id reminders digest last_morning last_assigned',
  },
  {
    table: 'new_assignment',
    purpose: 'mails',
    people: ['employees', 'users'],
    kept: 'for at most 14 days',
    access: by('ReminderSource'),
    erasure: by('ReminderEraser'),
    columns: { employee_id: 'id of an employee', assigned_by: 'id of a user' },
    impersonal: 'company_id action_id assigned_at is_planned',
  },
  {
    table: 'audit_record',
    purpose: 'accountability',
    people: ['users', 'employees', 'operators'],
    kept: 'for `AUDIT_RETENTION`, or by `auditDays`',
    access: by('AuditSource'),
    erasure: by('AuditEraser'),
    columns: {
      object_id: 'id of a user or an employee, where that is the object',
      private_to: 'id of a user',
      actor_id: 'id of a user, or the account of an operator',
      credential_id: 'id of a session',
      address: 'IP address',
      before: 'the changed object: a user, an employee, or what people write',
      after: 'the changed object: a user, an employee, or what people write',
      listed: 'a part of before and after, where they are large',
    },
    impersonal: 'company_id id at operation object_type plan_id actor_kind request_id sync_id',
  },
];
