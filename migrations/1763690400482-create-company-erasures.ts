import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** The companies that were deleted (ADR 53). Without a key to their companies, which are gone. */
export class CreateCompanyErasures1763690400482 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await distribute(runner.manager);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE company_erasure');
  }
}

const TABLE = `
  CREATE TABLE company_erasure (
    company_id text COLLATE "C" NOT NULL,
    deleted_at timestamptz(3) NOT NULL,
    CONSTRAINT company_erasure_pkey PRIMARY KEY (company_id)
  )`;
