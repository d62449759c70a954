import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** The ledger of erasures (ADR 53), and the number of erased people whom the list of a sync names. */
export class CreateErasures1763690400480 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await distribute(runner.manager);
    for (const statement of KEYS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_sync DROP suppressed');
    await runner.query('DROP TABLE person_erasure_key');
    await runner.query('DROP TABLE person_erasure');
  }
}

const TABLES = [
  `
  CREATE TABLE person_erasure (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    state text NOT NULL,
    person json,
    pseudonym text COLLATE "C",
    counts json NOT NULL,
    reason text NOT NULL,
    requested_by text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz(3),
    allowed_again_at timestamptz(3),
    CONSTRAINT person_erasure_pkey PRIMARY KEY (company_id, id)
  )`,
  'CREATE INDEX person_erasure_time_idx ON person_erasure (company_id, created_at, id)',
  `
  CREATE TABLE person_erasure_key (
    company_id text COLLATE "C" NOT NULL,
    hash bytea NOT NULL,
    erasure_id text COLLATE "C" NOT NULL,
    CONSTRAINT person_erasure_key_pkey PRIMARY KEY (company_id, hash, erasure_id)
  )`,
  `COMMENT ON COLUMN person_erasure.person IS 'Personal data: ids and addresses of a person, until the erasure is done'`,
  `COMMENT ON COLUMN person_erasure.reason IS 'Personal data: written by people'`,
  // The release before inserts syncs without it.
  'ALTER TABLE employee_sync ADD suppressed integer',
];

const KEYS = [
  `
  ALTER TABLE person_erasure ADD CONSTRAINT person_erasure_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`,
  `
  ALTER TABLE person_erasure_key ADD CONSTRAINT person_erasure_key_erasure_fkey
    FOREIGN KEY (company_id, erasure_id) REFERENCES person_erasure ON DELETE CASCADE`,
];
