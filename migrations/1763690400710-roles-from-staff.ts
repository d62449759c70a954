import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users whose role follows that of their employee (ADR 59). */
export class RolesFromStaff1763690400710 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_account ADD COLUMN follows_staff boolean NOT NULL DEFAULT false');
    await runner.query(`ALTER TABLE sign_in_setting ADD COLUMN roles_from text NOT NULL DEFAULT 'users'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_setting DROP COLUMN roles_from');
    await runner.query('ALTER TABLE user_account DROP COLUMN follows_staff');
  }
}
