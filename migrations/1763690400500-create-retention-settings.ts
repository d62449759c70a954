import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** Periods after which companies have their data removed (ADR 53), and their next run. */
export class CreateRetentionSettings1763690400500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await distribute(runner.manager);
    await runner.query(KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE retention_setting');
  }
}

const TABLE = `
  CREATE TABLE retention_setting (
    company_id text COLLATE "C" NOT NULL,
    leavers_months smallint,
    timesheets_years smallint,
    closed_plans_years smallint,
    audit_days smallint,
    warn_by_mail boolean NOT NULL,
    next_run_at timestamptz(3),
    warned_at timestamptz(3),
    CONSTRAINT retention_setting_pkey PRIMARY KEY (company_id)
  )`;

const KEY = `
  ALTER TABLE retention_setting ADD CONSTRAINT retention_setting_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`;
