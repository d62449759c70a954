import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Companies, their users, and the two kinds of credentials, of which only digests are kept. */
export class CreateIdentity1763690400001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE company (
        id text COLLATE "C" CONSTRAINT company_pkey PRIMARY KEY,
        name text NOT NULL,
        time_zone text NOT NULL,
        is_demo boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE user_account (
        id text COLLATE "C" CONSTRAINT user_account_pkey PRIMARY KEY,
        company_id text COLLATE "C" NOT NULL
          CONSTRAINT user_account_company_fkey REFERENCES company ON DELETE CASCADE,
        email text NOT NULL,
        name text NOT NULL,
        role text NOT NULL,
        language text NOT NULL,
        deactivated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX user_account_active_email_key
        ON user_account (company_id, lower(email COLLATE "und-x-icu")) WHERE deactivated_at IS NULL`);
    await runner.query(`
      CREATE TABLE session (
        id text COLLATE "C" CONSTRAINT session_pkey PRIMARY KEY,
        digest bytea NOT NULL CONSTRAINT session_digest_key UNIQUE,
        user_id text COLLATE "C" NOT NULL
          CONSTRAINT session_user_fkey REFERENCES user_account ON DELETE CASCADE,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX session_user_idx ON session (user_id)');
    await runner.query(`
      CREATE TABLE api_key (
        id text COLLATE "C" CONSTRAINT api_key_pkey PRIMARY KEY,
        digest bytea NOT NULL CONSTRAINT api_key_digest_key UNIQUE,
        company_id text COLLATE "C" NOT NULL
          CONSTRAINT api_key_company_fkey REFERENCES company ON DELETE CASCADE,
        name text NOT NULL,
        scopes text[] NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX api_key_company_idx ON api_key (company_id, id)');

    // Only what can take a right away moves the revision: a new credential is not in anybody's memory yet, and
    // last_used_at changes nothing.
    await runner.query(`INSERT INTO revision (topic) VALUES ('credentials')`);
    await runner.query(`
      CREATE TRIGGER company_moves_revision AFTER UPDATE OR DELETE OR TRUNCATE ON company
        FOR EACH STATEMENT EXECUTE FUNCTION move_revision('credentials')`);
    await runner.query(`
      CREATE TRIGGER user_account_moves_revision
        AFTER UPDATE OR DELETE OR TRUNCATE ON user_account
        FOR EACH STATEMENT EXECUTE FUNCTION move_revision('credentials')`);
    await runner.query(`
      CREATE TRIGGER session_moves_revision
        AFTER UPDATE OF digest, user_id, expires_at, revoked_at OR DELETE OR TRUNCATE ON session
        FOR EACH STATEMENT EXECUTE FUNCTION move_revision('credentials')`);
    await runner.query(`
      CREATE TRIGGER api_key_moves_revision
        AFTER UPDATE OF digest, company_id, scopes, expires_at, revoked_at OR DELETE OR TRUNCATE ON api_key
        FOR EACH STATEMENT EXECUTE FUNCTION move_revision('credentials')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key, session, user_account, company');
    await runner.query(`DELETE FROM revision WHERE topic = 'credentials'`);
  }
}
