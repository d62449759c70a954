import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A row of each company for long writers to lock: other tables and other companies are not held up by it. */
export class LockCompanies1763690400405 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE company_lock (
        company_id text COLLATE "C" NOT NULL
          CONSTRAINT company_lock_company_fkey REFERENCES company ON DELETE CASCADE,
        CONSTRAINT company_lock_pkey PRIMARY KEY (company_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE company_lock');
  }
}
