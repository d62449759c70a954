import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time at which a group was last written, which SCIM shows; null for those that this release has not written. */
export class TimeGroups1763690400530 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE company_group ADD updated_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE company_group DROP updated_at');
  }
}
