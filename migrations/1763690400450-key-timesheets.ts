import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids that other systems give to live timesheet entries. Those of deleted entries may be used again. */
export class KeyTimesheets1763690400450 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE timesheet_entry ADD external_id text COLLATE "C"');
    await runner.query(`
      CREATE UNIQUE INDEX timesheet_entry_live_external_id_key ON timesheet_entry (company_id, external_id)
      WHERE list = 'live' AND external_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE timesheet_entry DROP external_id'); // and the index
  }
}
