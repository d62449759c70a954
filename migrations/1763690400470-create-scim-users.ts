import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** Values that identity providers send about people and for which employees have no property (ADR 52). */
export class CreateScimUsers1763690400470 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE UNIQUE INDEX scim_user_name_key ON scim_user (company_id, user_name_key)');
    await runner.query('CREATE INDEX scim_user_external_id_idx ON scim_user (company_id, external_id)');
    // Its keys begin with the company.
    await runner.query(
      'CREATE INDEX scim_user_email_idx ON scim_user USING gin (email_keys) WITH (gin_pending_list_limit = 256)',
    );
    await distribute(runner.manager);
    await runner.query(KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scim_user');
  }
}

const TABLE = `
  CREATE TABLE scim_user (
    company_id text COLLATE "C" NOT NULL,
    employee_id text COLLATE "C" NOT NULL,
    user_name text,
    user_name_key text COLLATE "C",
    external_id text COLLATE "C",
    email_keys text[] COLLATE "C" NOT NULL,
    manager_id text COLLATE "C",
    details json NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT scim_user_pkey PRIMARY KEY (company_id, employee_id)
  )`;

const KEY = `
  ALTER TABLE scim_user ADD CONSTRAINT scim_user_employee_fkey
    FOREIGN KEY (company_id, employee_id) REFERENCES employee ON DELETE CASCADE`;
