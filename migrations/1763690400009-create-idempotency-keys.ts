import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The answers to requests with an `Idempotency-Key`, for a day (ADR 22). `actor_id` is a user or an API key, so it
 * refers to no table.
 */
export class CreateIdempotencyKeys1763690400009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_key (
        company_id text COLLATE "C" NOT NULL
          CONSTRAINT idempotency_key_company_fkey REFERENCES company ON DELETE CASCADE,
        actor_id text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        request_digest bytea NOT NULL,
        answer json NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_key_pkey PRIMARY KEY (company_id, actor_id, key)
      )`);
    await runner.query(`COMMENT ON COLUMN idempotency_key.actor_id IS 'Personal data: id of a user'`);
    await runner.query(`COMMENT ON COLUMN idempotency_key.key IS 'Personal data: chosen by the client'`);
    await runner.query(
      `COMMENT ON COLUMN idempotency_key.answer IS 'Personal data: a plan, action, note, template or employee as answered'`,
    );
    // Workers remove the expired keys of all companies.
    await runner.query('CREATE INDEX idempotency_key_created_idx ON idempotency_key (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_key');
  }
}
