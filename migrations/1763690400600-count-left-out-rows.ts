import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of files of which a sync reads no person, and names that it reads otherwise than they stand. */
export class CountLeftOutRows1763690400600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The release before writes rows without them.
    await runner.query(`
      ALTER TABLE employee_sync ADD past_ends integer NOT NULL DEFAULT 0, ADD left_out integer NOT NULL DEFAULT 0,
        ADD cleaned_names integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_sync DROP past_ends, DROP left_out, DROP cleaned_names');
  }
}
