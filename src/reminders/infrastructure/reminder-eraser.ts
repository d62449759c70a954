import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { PersonalDataEraser, type Person, type PersonalCounts } from '../../shared-kernel/personal-data.js';

const IS_RECIPIENT = 'company_id = $1 AND email_key = ANY ($2)';
const IS_ASSIGNMENT = 'company_id = $1 AND (employee_id = ANY ($2) OR assigned_by = ANY ($3))';

const COUNT_RECIPIENTS = {
  name: 'reminders.count-of-person',
  text: `SELECT count(*)::integer AS count FROM reminder_recipient WHERE ${IS_RECIPIENT}`,
};

const COUNT_ASSIGNMENTS = {
  name: 'reminders.count-assignments-of-person',
  text: `SELECT count(*)::integer AS count FROM new_assignment WHERE ${IS_ASSIGNMENT}`,
};

const DELETE_RECIPIENTS = {
  name: 'reminders.delete-of-person',
  text: `DELETE FROM reminder_recipient WHERE ${IS_RECIPIENT}`,
};

const DELETE_ASSIGNMENTS = {
  name: 'reminders.delete-assignments-of-person',
  text: `DELETE FROM new_assignment WHERE ${IS_ASSIGNMENT}`,
};

/** Removes the wishes of a person, the days of their mails, and assignments of which nobody was told yet. */
@Injectable()
export class ReminderEraser extends PersonalDataEraser {
  readonly tables = ['reminder_recipient', 'new_assignment'];

  constructor(private readonly sql: Sql) {
    super();
  }

  async count({ companyId, emailKeys, employeeIds, userIds }: Person): Promise<PersonalCounts> {
    const [wishes] = await this.sql.query<{ count: number }>(COUNT_RECIPIENTS, [companyId, emailKeys]);
    const values = [companyId, employeeIds, userIds];
    const [assignments] = await this.sql.query<{ count: number }>(COUNT_ASSIGNMENTS, values);
    return { reminders: (wishes?.count ?? 0) + (assignments?.count ?? 0) };
  }

  async erase({ companyId, emailKeys, employeeIds, userIds }: Person): Promise<void> {
    await this.sql.query(DELETE_RECIPIENTS, [companyId, emailKeys]);
    await this.sql.query(DELETE_ASSIGNMENTS, [companyId, employeeIds, userIds]);
  }
}
