import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** Webhooks, and their messages until and after they are delivered (ADR 49). */
export class CreateWebhooks1763690400420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await distribute(runner.manager);
    for (const statement of KEYS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_message');
    await runner.query('DROP TABLE webhook');
  }
}

const TABLES = [
  `
  CREATE TABLE webhook (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    url text NOT NULL,
    types text[] NOT NULL,
    description text,
    api_key_id text COLLATE "C",
    user_id text COLLATE "C",
    scopes text[] NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_until timestamptz(3),
    disabled_reason text,
    disabled_at timestamptz(3),
    failing_since timestamptz(3),
    place text NOT NULL,
    company_position bigint NOT NULL,
    catalogue_position bigint,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT webhook_pkey PRIMARY KEY (company_id, id)
  )`,
  `COMMENT ON COLUMN webhook.user_id IS 'Personal data: id of a user'`,
  `COMMENT ON COLUMN webhook.description IS 'May have personal data: written by people'`,
  `
  CREATE TABLE webhook_message (
    company_id text COLLATE "C" NOT NULL,
    webhook_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    type text NOT NULL,
    object_id text COLLATE "C",
    count integer,
    status text NOT NULL,
    attempts smallint NOT NULL DEFAULT 0,
    due_at timestamptz(3),
    leased_until timestamptz(3),
    log json NOT NULL DEFAULT '[]',
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT webhook_message_pkey PRIMARY KEY (company_id, webhook_id, id)
  )`,
  // Messages of all companies: workers send and remove them.
  'CREATE INDEX webhook_message_due_idx ON webhook_message (due_at) WHERE due_at IS NOT NULL',
  'CREATE INDEX webhook_message_age_idx ON webhook_message (created_at)',
  'CREATE INDEX webhook_message_list_idx ON webhook_message (company_id, webhook_id, created_at, id)',
  'CREATE INDEX webhook_message_status_idx ON webhook_message (company_id, webhook_id, status, created_at, id)',
  `COMMENT ON COLUMN webhook_message.object_id IS 'Personal data: id of an employee'`,
  `COMMENT ON COLUMN webhook_message.log IS 'May have personal data: the beginning of the answers of a receiver'`,
];

const KEYS = [
  `
  ALTER TABLE webhook ADD CONSTRAINT webhook_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`,
  `
  ALTER TABLE webhook_message ADD CONSTRAINT webhook_message_webhook_fkey
    FOREIGN KEY (company_id, webhook_id) REFERENCES webhook ON DELETE CASCADE`,
];
