import { Injectable } from '@nestjs/common';
import { recordsOfRows } from '../../platform/database/personal-records.js';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataSource, type Person, type PersonalRecord } from '../../shared-kernel/personal-data.js';

const FIND_WISHES = {
  name: 'reminders.wishes-of-person',
  text: `
    SELECT email_key AS email, reminders, digest, last_morning::text AS "lastReminderOn",
      last_assigned::text AS "lastAssignmentMailOn"
    FROM reminder_recipient WHERE company_id = $1 AND email_key = ANY ($2) ORDER BY email_key`,
};

const FIND_ASSIGNMENTS = {
  name: 'reminders.new-assignments-of-person',
  text: `
    SELECT action_id AS "actionId", employee_id AS "employeeId", assigned_at AS "assignedAt"
    FROM new_assignment WHERE company_id = $1 AND employee_id = ANY ($2) ORDER BY assigned_at, action_id`,
};

/** The wishes of a person, the days of their last mails, and assignments of which nobody was told yet. */
@Injectable()
export class ReminderSource extends PersonalDataSource {
  constructor(private readonly sql: Sql) {
    super();
  }

  async *recordsOf({ companyId, emailKeys, employeeIds }: Person): AsyncGenerator<PersonalRecord> {
    yield* recordsOfRows(this.sql, 'mailWishes', FIND_WISHES, [companyId, emailKeys]);
    yield* recordsOfRows(this.sql, 'newAssignments', FIND_ASSIGNMENTS, [companyId, employeeIds]);
  }
}
