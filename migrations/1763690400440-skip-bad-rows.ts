import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Syncs that leave the bad rows of their lists out: the number of them, and the issues of each. */
export class SkipBadRows1763690400440 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_sync_row DROP issues');
    await runner.query('ALTER TABLE employee_sync DROP skips_bad_rows, DROP bad, DROP ends_held_back');
  }
}

const STATEMENTS = [
  // The release before inserts rows without them.
  `
  ALTER TABLE employee_sync
    ADD skips_bad_rows boolean NOT NULL DEFAULT false,
    ADD bad integer,
    ADD ends_held_back boolean NOT NULL DEFAULT false`,
  'ALTER TABLE employee_sync_row ADD issues json',
  `COMMENT ON COLUMN employee_sync_row.issues IS 'Personal data: values of an employee that are not valid'`,
];
