import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Working times of a person by their start, which may overlap (ADR 41). */
export class FindOverlaps1763690400610 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX timesheet_entry_person_start_idx
        ON timesheet_entry (company_id, (document ->> 'externalId'), start_time)`);
    await runner.query('DROP INDEX timesheet_entry_person_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX timesheet_entry_person_idx ON timesheet_entry (company_id, (document ->> 'externalId'))`);
    await runner.query('DROP INDEX timesheet_entry_person_start_idx');
  }
}
