import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Jobs and the schedule of periodic work (ADR 31). A job refers to no company, so that it can clean up after one that
 * is deleted.
 */
export class CreateJobs1763690400040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job, job_schedule');
  }
}

const STATEMENTS = [
  `CREATE TABLE job (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C",
    payload jsonb NOT NULL,
    status text NOT NULL,
    due_at timestamptz(3) NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    lease_id text,
    leased_until timestamptz(3),
    progress jsonb NOT NULL DEFAULT '{}',
    last_error text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz(3),
    CONSTRAINT job_pkey PRIMARY KEY (company_id, id)
  )`,
  'CREATE UNIQUE INDEX job_unfinished_key ON job (company_id, kind, key) WHERE finished_at IS NULL',
  // Workers serve all companies and ask every second, so these two do not lead with the company.
  'CREATE INDEX job_due_idx ON job (kind, due_at) WHERE finished_at IS NULL',
  'CREATE INDEX job_finished_idx ON job (finished_at) WHERE finished_at IS NOT NULL',
  `COMMENT ON COLUMN job.last_error IS 'Personal data: answers of mail servers'`,
  `CREATE TABLE job_schedule (
    kind text COLLATE "C" CONSTRAINT job_schedule_pkey PRIMARY KEY,
    due_at timestamptz(3) NOT NULL
  )`,
];
