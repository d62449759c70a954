import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/**
 * All secrets of a webhook that were promised to sign, the first key of those that follow one another by rotations, and
 * the mails about disabled webhooks of the last day, also of those that are deleted (ADR 49).
 */
export class BoundWebhooks1763690400560 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook ADD earlier_secrets json NOT NULL DEFAULT '[]'`);
    await runner.query('ALTER TABLE api_key ADD first_key_id text COLLATE "C"');
    await runner.query(TABLE);
    await distribute(runner.manager);
    await runner.query(KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_mail');
    await runner.query('ALTER TABLE api_key DROP first_key_id');
    await runner.query('ALTER TABLE webhook DROP earlier_secrets');
  }
}

const TABLE = `
  CREATE TABLE webhook_mail (
    company_id text COLLATE "C" NOT NULL,
    webhook_id text COLLATE "C" NOT NULL,
    mailed_at timestamptz(3) NOT NULL,
    CONSTRAINT webhook_mail_pkey PRIMARY KEY (company_id, webhook_id)
  )`;

const KEY = `
  ALTER TABLE webhook_mail ADD CONSTRAINT webhook_mail_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`;
