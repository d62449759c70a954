import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** People and companies whose data is not removed (ADR 53). */
export class CreateLegalHolds1763690400501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await distribute(runner.manager);
    await runner.query(KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE legal_hold');
  }
}

const TABLE = `
  CREATE TABLE legal_hold (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    is_of_company boolean NOT NULL,
    employee_ids text[] COLLATE "C" NOT NULL,
    user_ids text[] COLLATE "C" NOT NULL,
    reason text NOT NULL,
    placed_at timestamptz(3) NOT NULL,
    CONSTRAINT legal_hold_pkey PRIMARY KEY (company_id, id)
  )`;

const KEY = `
  ALTER TABLE legal_hold ADD CONSTRAINT legal_hold_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`;
