import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Settings and recipients of reminders, and the assignments that people have not been told of. Actions know since when
 * they are stored, so that what was due before an import or a restoration is not reminded of. Actions that exist count
 * as stored now.
 */
export class CreateReminders1763690400300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE new_assignment, reminder_recipient, reminder_setting');
    await runner.query('ALTER TABLE plan_action DROP stored_at, DROP created_by, DROP completed_at');
  }
}

const STATEMENTS = [
  `
  ALTER TABLE plan_action ADD stored_at timestamptz(3) NOT NULL DEFAULT now(), ADD created_by text COLLATE "C",
    ADD completed_at timestamptz(3)`,
  `
  UPDATE plan_action SET created_by = document ->> 'createdBy',
    completed_at = (document ->> 'completedAt')::timestamptz`,
  'CREATE INDEX plan_action_creator_idx ON plan_action (company_id, created_by)',
  `COMMENT ON COLUMN plan_action.created_by IS 'Personal data: id of a user'`,
  `
  CREATE TABLE reminder_setting (
    company_id text COLLATE "C" NOT NULL,
    reminders boolean NOT NULL,
    digest boolean NOT NULL,
    language text NOT NULL,
    hour smallint NOT NULL,
    weekdays text[] NOT NULL,
    reminders_since timestamptz(3),
    digest_since timestamptz(3),
    planned_morning date,
    planned_digest date,
    CONSTRAINT reminder_setting_pkey PRIMARY KEY (company_id),
    CONSTRAINT reminder_setting_company_fkey FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE
  )`,
  `
  CREATE TABLE reminder_recipient (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    email_key text COLLATE "C" NOT NULL,
    reminders boolean NOT NULL DEFAULT true,
    digest boolean NOT NULL DEFAULT true,
    last_morning date,
    last_assigned date,
    CONSTRAINT reminder_recipient_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT reminder_recipient_email_key UNIQUE (company_id, email_key),
    CONSTRAINT reminder_recipient_company_fkey FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE
  )`,
  `COMMENT ON COLUMN reminder_recipient.email_key IS 'Personal data: e-mail address of an employee or user'`,
  `
  CREATE TABLE new_assignment (
    company_id text COLLATE "C" NOT NULL,
    employee_id text COLLATE "C" NOT NULL,
    action_id text COLLATE "C" NOT NULL,
    assigned_by text COLLATE "C" NOT NULL,
    assigned_at timestamptz(3) NOT NULL DEFAULT now(),
    is_planned boolean NOT NULL DEFAULT false,
    CONSTRAINT new_assignment_pkey PRIMARY KEY (company_id, employee_id, action_id),
    CONSTRAINT new_assignment_action_fkey FOREIGN KEY (company_id, action_id) REFERENCES plan_action ON DELETE CASCADE
  )`,
  'CREATE INDEX new_assignment_action_idx ON new_assignment (company_id, action_id)',
  // Assignments of all companies, in the order in which their mails are due, and are removed.
  'CREATE INDEX new_assignment_age_idx ON new_assignment (assigned_at)',
  `COMMENT ON COLUMN new_assignment.employee_id IS 'Personal data: id of an employee'`,
  `COMMENT ON COLUMN new_assignment.assigned_by IS 'Personal data: id of a user'`,
];
