import { Injectable } from '@nestjs/common';
import { eraserOf, sourceOf, type PersonalRows } from '../../platform/database/personal-rows.js';
import { by } from '../../shared-kernel/personal-tables.js';

const RECIPIENT: PersonalRows = {
  table: 'reminder_recipient',
  purpose: 'mails',
  people: ['employees', 'users'],
  kept: 'until the person is erased, or the company is deleted',
  access: by('ReminderSource'),
  erasure: by('ReminderEraser'),
  columns: { email_key: 'e-mail address of an employee or user' },
  impersonal: 'company_id id reminders digest last_morning last_assigned',
  ofPerson: 'email_key = ANY (:emailKeys)',
  given: {
    kind: 'mailWishes',
    columns: `
      email_key AS email, reminders, digest, last_morning::text AS "lastReminderOn",
      last_assigned::text AS "lastAssignmentMailOn"`,
    order: 'email_key',
  },
  counted: 'reminders',
};

/** Plans write it, only for mails. */
const NEW_ASSIGNMENT: PersonalRows = {
  table: 'new_assignment',
  purpose: 'mails',
  people: ['employees', 'users'],
  kept: 'for at most 14 days',
  access: by('ReminderSource'),
  erasure: by('ReminderEraser'),
  columns: { employee_id: 'id of an employee', assigned_by: 'id of a user' },
  impersonal: 'company_id action_id assigned_at is_planned',
  ofPerson: 'employee_id = ANY (:employeeIds) OR assigned_by = ANY (:userIds)',
  given: {
    kind: 'newAssignments',
    columns: 'action_id AS "actionId", employee_id AS "employeeId", assigned_at AS "assignedAt"',
    condition: 'employee_id = ANY (:employeeIds)',
    order: 'assigned_at, action_id',
  },
  counted: 'reminders',
};

export const REMINDER_TABLES = [RECIPIENT, NEW_ASSIGNMENT];

/** The wishes of a person, the days of their last mails, and assignments of which nobody was told yet. */
@Injectable()
export class ReminderSource extends sourceOf(...REMINDER_TABLES) {}

/** Removes the wishes of a person, the days of their mails, and assignments of which nobody was told yet. */
@Injectable()
export class ReminderEraser extends eraserOf(...REMINDER_TABLES) {}
