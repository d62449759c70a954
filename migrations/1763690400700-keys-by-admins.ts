import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys that admins make, of scopes that the operator lets them grant, and of whose end they are told. */
export class KeysByAdmins1763690400700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE company ADD COLUMN grantable_scopes text[]');
    await runner.query(`
      ALTER TABLE api_key ADD COLUMN created_by text COLLATE "C", ADD COLUMN expiry_told_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key DROP COLUMN created_by, DROP COLUMN expiry_told_at');
    await runner.query('ALTER TABLE company DROP COLUMN grantable_scopes');
  }
}
