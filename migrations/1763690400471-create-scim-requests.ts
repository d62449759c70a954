import type { MigrationInterface, QueryRunner } from 'typeorm';
import { distribute } from '../src/platform/database/distribution.js';

/** The last requests of identity providers, for the person who connects one (ADR 52). */
export class CreateScimRequests1763690400471 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await distribute(runner.manager);
    await runner.query(KEY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scim_request');
  }
}

const TABLE = `
  CREATE TABLE scim_request (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    at timestamptz(3) NOT NULL,
    api_key_id text COLLATE "C" NOT NULL,
    request text NOT NULL,
    object_id text COLLATE "C",
    status smallint NOT NULL,
    detail text,
    duration_ms integer NOT NULL,
    CONSTRAINT scim_request_pkey PRIMARY KEY (company_id, id)
  )`;

const KEY = `
  ALTER TABLE scim_request ADD CONSTRAINT scim_request_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`;
