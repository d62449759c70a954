import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys that hold where the rows of a company are on a server of their own (ADR 48). What set a column to null when the
 * row that it names was removed is no foreign key any more: the repositories free the rows, and an import of areas has
 * the lock that all writers of references share.
 */
export class KeyRowsByCompany1763690400410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee DROP CONSTRAINT employee_area_fkey');
    await runner.query('ALTER TABLE plan_export DROP CONSTRAINT plan_export_plan_fkey');
    await runner.query('ALTER TABLE plan_export DROP CONSTRAINT plan_export_user_fkey');
    await runner.query('CREATE INDEX plan_export_link_digest_idx ON plan_export_link (digest)');
    await runner.query('ALTER TABLE plan_export_link DROP CONSTRAINT plan_export_link_pkey');
    await runner.query(`
      ALTER TABLE plan_export_link ADD CONSTRAINT plan_export_link_pkey PRIMARY KEY (company_id, digest)`);
    await runner.query('CREATE INDEX deleted_plan_oldest_idx ON deleted_plan (company_id, deleted_at)');
    await runner.query('ALTER TABLE change_feed ADD CONSTRAINT change_feed_pkey PRIMARY KEY (generation)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE change_feed DROP CONSTRAINT change_feed_pkey');
    await runner.query('DROP INDEX deleted_plan_oldest_idx');
    await runner.query('ALTER TABLE plan_export_link DROP CONSTRAINT plan_export_link_pkey');
    await runner.query(
      'ALTER TABLE plan_export_link ADD CONSTRAINT plan_export_link_pkey PRIMARY KEY (digest)',
    );
    await runner.query('DROP INDEX plan_export_link_digest_idx');
    for (const { table, column, referenced, name } of FREED) {
      await runner.query(`
        UPDATE ${table} t SET ${column} = NULL
        WHERE ${column} IS NOT NULL
          AND NOT EXISTS (SELECT FROM ${referenced} r WHERE r.company_id = t.company_id AND r.id = t.${column})`);
      await runner.query(`
        ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (company_id, ${column})
          REFERENCES ${referenced} (company_id, id) ON DELETE SET NULL (${column})`);
    }
  }
}

const FREED = [
  { name: 'plan_export_user_fkey', table: 'plan_export', column: 'requested_by', referenced: 'user_account' },
  { name: 'plan_export_plan_fkey', table: 'plan_export', column: 'plan_id', referenced: 'action_plan' },
  { name: 'employee_area_fkey', table: 'employee', column: 'hierarchy_id', referenced: 'area' },
];
