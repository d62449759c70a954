import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The state of the plans of a company, by a random id that every write replaces (ADR 23). A counter could repeat a
 * value after a restore or in a company that was made again.
 */
export class CreatePlanRevisions1763690400010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE plan_revision (
        company_id text COLLATE "C" CONSTRAINT plan_revision_pkey PRIMARY KEY
          CONSTRAINT plan_revision_company_fkey REFERENCES company ON DELETE CASCADE,
        revision uuid NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE plan_revision');
  }
}
