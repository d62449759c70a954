import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drops the foreign key of `area` to itself (ADR 17). PostgreSQL plans the look-up of the parent with statistics from
 * before the import. Where these showed an almost empty table, each new area read the whole table.
 */
export class DropAreaParentKey1763690400018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE area DROP CONSTRAINT area_parent_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE area ADD CONSTRAINT area_parent_fkey
        FOREIGN KEY (company_id, parent_id) REFERENCES area (company_id, id)`);
  }
}
