import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** The columns of the files of a source of employees (ADR 51). */
export class CreateEmployeeSources1763690400461 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE employee_source (
        company_id text COLLATE "C" NOT NULL,
        source text COLLATE "C" NOT NULL,
        document json NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT employee_source_pkey PRIMARY KEY (company_id, source)
      )`);
    await distribute(runner.manager);
    await runner.query(`
      ALTER TABLE employee_source ADD CONSTRAINT employee_source_company_fkey
        FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE employee_source');
  }
}
