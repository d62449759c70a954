import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CreateIdempotencyKeys1763690400009 } from './1763690400009-create-idempotency-keys.js';

/**
 * Keeps of a request with an `Idempotency-Key` which resource it made, instead of the answer (ADR 22). Keys that were
 * stored before are dropped: they are valid for a day only.
 */
export class StoreReferencesForIdempotency1763690400015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_key');
    await runner.query(`
      CREATE TABLE idempotency_key (
        company_id text COLLATE "C" NOT NULL
          CONSTRAINT idempotency_key_company_fkey REFERENCES company ON DELETE CASCADE,
        key_digest bytea NOT NULL,
        request_digest bytea NOT NULL,
        status smallint NOT NULL,
        resource_id text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_key_pkey PRIMARY KEY (company_id, key_digest)
      )`);
    // Workers remove the expired keys of all companies.
    await runner.query('CREATE INDEX idempotency_key_created_idx ON idempotency_key (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_key');
    await new CreateIdempotencyKeys1763690400009().up(runner);
  }
}
