import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ids that other systems give to areas, groups and characteristics. Those of values are in the documents of their
 * characteristics. Writers hold the row of the company in `segmentation`, so that they keep them unique (ADR 50).
 */
export class KeySegmentation1763690400430 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD external_id text COLLATE "C"`);
      await runner.query(`
        CREATE INDEX ${table}_external_id_idx ON ${table} (company_id, external_id)
        WHERE external_id IS NOT NULL`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP external_id`); // and the index
  }
}

const TABLES = ['area', 'company_group', 'characteristic'];
