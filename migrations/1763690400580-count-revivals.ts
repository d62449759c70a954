import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Syncs that bring people back who have left: the number of them, and the number that the caller has allowed. */
export class CountRevivals1763690400580 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The release before writes rows without them.
    await runner.query(`
      ALTER TABLE employee_sync ADD revived integer NOT NULL DEFAULT 0, ADD allowed_revivals integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_sync DROP revived, DROP allowed_revivals');
  }
}
