import { randomBytes } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The secrets from which check values of credentials are made (ADR 7). They belong to the deployment, not to a company,
 * and the first one is made here, so that there is always one.
 */
export class CreateCredentialSecrets1763690400016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE credential_secret (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT credential_secret_pkey PRIMARY KEY,
        secret bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('INSERT INTO credential_secret (secret) VALUES ($1)', [randomBytes(32)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE credential_secret');
  }
}
