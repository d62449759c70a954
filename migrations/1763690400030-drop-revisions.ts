import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops the revision counters and their triggers: caches live for half a second instead (ADR 33). */
export class DropRevisions1763690400030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION move_revision() CASCADE'); // with its triggers
    await runner.query('DROP TABLE revision');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const TRIGGERS = [
  ['credentials', 'company', 'UPDATE'],
  ['credentials', 'user_account', 'UPDATE'],
  ['credentials', 'session', 'UPDATE OF digest, user_id, expires_at, revoked_at'],
  ['credentials', 'api_key', 'UPDATE OF digest, company_id, scopes, expires_at, revoked_at'],
  ['credentials', 'credential_digest', 'UPDATE'],
  ['announcement-templates', 'announcement_template', 'INSERT OR UPDATE'],
];

/** As the migrations that created them. */
const DOWN = [
  'CREATE TABLE revision (topic text PRIMARY KEY, value bigint NOT NULL DEFAULT 0)',
  `INSERT INTO revision (topic) VALUES ('credentials'), ('announcement-templates')`,
  `
  CREATE FUNCTION move_revision() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE revision SET value = value + 1 WHERE topic = TG_ARGV[0];
    RETURN NULL;
  END $$`,
  ...TRIGGERS.map(
    ([topic, table, event]) => `
      CREATE TRIGGER ${table}_moves_revision AFTER ${event} OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION move_revision('${topic}')`,
  ),
];
