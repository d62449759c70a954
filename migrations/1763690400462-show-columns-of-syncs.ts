import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns of the file of a sync, each with some values (ADR 51). */
export class ShowColumnsOfSyncs1763690400462 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_sync ADD columns json');
    await runner.query(
      `COMMENT ON COLUMN employee_sync.columns IS 'Personal data: some values of properties of employees'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_sync DROP columns');
  }
}
