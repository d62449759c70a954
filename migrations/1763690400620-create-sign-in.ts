import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** Sign-in by identity providers and by codes in mails (ADR 59). */
export class CreateSignIn1763690400620 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await distribute(runner.manager);
    for (const statement of KEYS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX user_account_sign_in_idx');
    for (const table of ['code', 'token', 'link', 'client', 'setting'])
      await runner.query(`DROP TABLE sign_in_${table}`);
  }
}

const ADDRESS =
  'Personal data: e-mail address for which a code was asked, encrypted, until a worker has read it';

const TABLES = [
  `
  CREATE TABLE sign_in_setting (
    company_id text COLLATE "C" NOT NULL,
    issuer text,
    client_ids text[] NOT NULL,
    trust_email boolean NOT NULL,
    codes text NOT NULL,
    session_s integer,
    CONSTRAINT sign_in_setting_pkey PRIMARY KEY (company_id)
  )`,
  // A token has an issuer and a client, and nothing that says of which company it is.
  `
  CREATE TABLE sign_in_client (
    issuer text COLLATE "C" NOT NULL,
    client_id text COLLATE "C" NOT NULL,
    company_id text COLLATE "C" NOT NULL,
    CONSTRAINT sign_in_client_pkey PRIMARY KEY (issuer, client_id)
  )`,
  'CREATE INDEX sign_in_client_company_idx ON sign_in_client (company_id)',
  `
  CREATE TABLE sign_in_link (
    company_id text COLLATE "C" NOT NULL,
    issuer text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT sign_in_link_pkey PRIMARY KEY (company_id, issuer, subject),
    CONSTRAINT sign_in_link_user_key UNIQUE (company_id, user_id, issuer)
  )`,
  `COMMENT ON COLUMN sign_in_link.user_id IS 'Personal data: id of a user'`,
  `COMMENT ON COLUMN sign_in_link.subject IS 'Personal data: id of the user at an identity provider'`,
  `
  CREATE TABLE sign_in_token (
    company_id text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT sign_in_token_pkey PRIMARY KEY (company_id, digest)
  )`,
  'CREATE INDEX sign_in_token_age_idx ON sign_in_token (expires_at)',
  `
  CREATE TABLE sign_in_code (
    address_digest bytea NOT NULL,
    address bytea,
    requested timestamptz(3)[] NOT NULL,
    code_digest bytea,
    code_until timestamptz(3),
    tries smallint NOT NULL DEFAULT 0,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT sign_in_code_pkey PRIMARY KEY (address_digest)
  )`,
  'CREATE INDEX sign_in_code_age_idx ON sign_in_code (expires_at)',
  'CREATE INDEX sign_in_code_pending_idx ON sign_in_code (expires_at) WHERE address IS NOT NULL',
  `COMMENT ON COLUMN sign_in_code.address IS '${ADDRESS}'`,
  `COMMENT ON COLUMN sign_in_code.address_digest IS 'Personal data: keyed hash of such an e-mail address'`,
  // Of all companies: a person who asks for a code names none.
  'CREATE INDEX user_account_sign_in_idx ON user_account (email_key) WHERE deactivated_at IS NULL',
];

const KEYS = [
  `
  ALTER TABLE sign_in_setting ADD CONSTRAINT sign_in_setting_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`,
  `
  ALTER TABLE sign_in_client ADD CONSTRAINT sign_in_client_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`,
  `
  ALTER TABLE sign_in_link ADD CONSTRAINT sign_in_link_user_fkey
    FOREIGN KEY (company_id, user_id) REFERENCES user_account ON DELETE CASCADE`,
  `
  ALTER TABLE sign_in_token ADD CONSTRAINT sign_in_token_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`,
];
