import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tag of the list of plans is the hash of the answer (ADR 23). */
export class DropPlanRevisions1763690400020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE plan_revision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE plan_revision (
        company_id text COLLATE "C" CONSTRAINT plan_revision_company_fkey REFERENCES company ON DELETE CASCADE,
        revision uuid NOT NULL,
        lane smallint NOT NULL DEFAULT 0,
        CONSTRAINT plan_revision_pkey PRIMARY KEY (company_id, lane)
      ) WITH (fillfactor = 50)`);
  }
}
