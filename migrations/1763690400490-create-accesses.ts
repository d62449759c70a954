import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** Requests for everything about a person (ADR 53). */
export class CreateAccesses1763690400490 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLE) await runner.query(statement);
    await distribute(runner.manager);
    await runner.query(KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE person_access');
  }
}

const TABLE = [
  `
  CREATE TABLE person_access (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    state text NOT NULL,
    person json,
    mail_to text,
    language text NOT NULL,
    requested_by text COLLATE "C" NOT NULL,
    counts json,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz(3),
    expires_at timestamptz(3),
    CONSTRAINT person_access_pkey PRIMARY KEY (company_id, id)
  )`,
  'CREATE INDEX person_access_time_idx ON person_access (company_id, created_at)',
  `COMMENT ON COLUMN person_access.person IS 'Personal data: ids and addresses of a person, until the archive is removed'`,
  `COMMENT ON COLUMN person_access.mail_to IS 'Personal data: e-mail address, until the link is sent'`,
  `COMMENT ON COLUMN person_access.requested_by IS 'Personal data: id of a user, or of an API key'`,
];

const KEY = `
  ALTER TABLE person_access ADD CONSTRAINT person_access_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`;
