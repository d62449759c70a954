import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets several writers of a company commit at once (ADR 23). */
export class AddLanesToPlanRevisions1763690400012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE plan_revision
        ADD lane smallint NOT NULL DEFAULT 0,
        DROP CONSTRAINT plan_revision_pkey,
        ADD CONSTRAINT plan_revision_pkey PRIMARY KEY (company_id, lane)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM plan_revision r USING plan_revision lower
      WHERE lower.company_id = r.company_id AND lower.lane < r.lane`);
    await runner.query(`
      ALTER TABLE plan_revision
        DROP CONSTRAINT plan_revision_pkey,
        ADD CONSTRAINT plan_revision_pkey PRIMARY KEY (company_id),
        DROP lane`);
  }
}
