import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People without an address, whose external id is their `userName` in SCIM, which is found in any case (ADR 52). */
export class FindExternalIdsInAnyCase1763690400595 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX employee_folded_external_id_idx
        ON employee (company_id, (lower(external_id COLLATE "und-x-icu") COLLATE "C"))
        WHERE email_key IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX employee_folded_external_id_idx');
  }
}
