import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Revisions: one counter per topic, which a trigger moves in the transaction of every write to the topic's tables.
 * Processes cache what they have read until the counter moves (ADR 0005).
 */
export class CreateFoundation1763690400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE revision (
        topic text PRIMARY KEY,
        value bigint NOT NULL DEFAULT 0
      )`);
    await runner.query(`
      CREATE FUNCTION move_revision() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE revision SET value = value + 1 WHERE topic = TG_ARGV[0];
        RETURN NULL;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION move_revision()');
    await runner.query('DROP TABLE revision');
  }
}
