import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Working times by the external id of the person, for access and erasure (ADR 53). */
export class FindTimesheetsOfPeople1763690400481 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX timesheet_entry_person_idx ON timesheet_entry (company_id, (document ->> 'externalId'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX timesheet_entry_person_idx');
  }
}
