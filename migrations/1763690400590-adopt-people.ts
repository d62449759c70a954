import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Syncs that take over people of no source, and those that change keys: what is allowed, and the numbers. */
export class AdoptPeople1763690400590 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The release before writes rows without them.
    await runner.query(`
      ALTER TABLE employee_sync ADD adopts boolean NOT NULL DEFAULT false, ADD adopted integer NOT NULL DEFAULT 0,
        ADD key_changes integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_sync DROP adopts, DROP adopted, DROP key_changes');
  }
}
