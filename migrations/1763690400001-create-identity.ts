import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Companies, their users and credentials. `company_id` leads every key, so that the tables can be partitioned or spread
 * over servers by company. A request carries only a credential: `credential_digest` is the one global table that says
 * to which company it belongs. Of credentials only digests are stored.
 */
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
        company_id text COLLATE "C" NOT NULL
          CONSTRAINT user_account_company_fkey REFERENCES company ON DELETE CASCADE,
        id text COLLATE "C" NOT NULL,
        email text NOT NULL,
        email_key text COLLATE "C" NOT NULL,
        name text NOT NULL,
        role text NOT NULL,
        language text NOT NULL,
        deactivated_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT user_account_pkey PRIMARY KEY (company_id, id)
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX user_account_active_email_key
        ON user_account (company_id, email_key) WHERE deactivated_at IS NULL`);
    await runner.query(`
      CREATE TABLE credential_digest (
        digest bytea CONSTRAINT credential_digest_pkey PRIMARY KEY,
        company_id text COLLATE "C" NOT NULL
          CONSTRAINT credential_digest_company_fkey REFERENCES company ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX credential_digest_company_idx ON credential_digest (company_id)');
    await runner.query(`
      CREATE TABLE session (
        company_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        digest bytea NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT session_pkey PRIMARY KEY (company_id, id),
        CONSTRAINT session_digest_key UNIQUE (company_id, digest),
        CONSTRAINT session_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES user_account ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX session_user_idx ON session (company_id, user_id)');
    await runner.query(`
      CREATE TABLE api_key (
        company_id text COLLATE "C" NOT NULL
          CONSTRAINT api_key_company_fkey REFERENCES company ON DELETE CASCADE,
        id text COLLATE "C" NOT NULL,
        digest bytea NOT NULL,
        name text NOT NULL,
        scopes text[] NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        last_used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT api_key_pkey PRIMARY KEY (company_id, id),
        CONSTRAINT api_key_digest_key UNIQUE (company_id, digest)
      )`);

    // Only what can take a right away moves the revision. A new credential is in no cache yet, and last_used_at
    // changes no right.
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
    await runner.query(`
      CREATE TRIGGER credential_digest_moves_revision AFTER UPDATE OR DELETE OR TRUNCATE ON credential_digest
        FOR EACH STATEMENT EXECUTE FUNCTION move_revision('credentials')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key, session, credential_digest, user_account, company');
    await runner.query(`DELETE FROM revision WHERE topic = 'credentials'`);
  }
}
