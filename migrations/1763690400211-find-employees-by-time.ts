import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list finds the employees of a company that have changed since a time. */
export class FindEmployeesByTime1763690400211 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX employee_updated_idx ON employee (company_id, updated_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX employee_updated_idx');
  }
}
