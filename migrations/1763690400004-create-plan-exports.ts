import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Exports of plans (ADR 9). A row of `plan_export` is the truth about an export; queues are only wake-ups. Of a link
 * only digests are stored, one for each mail that was begun.
 *
 * When the plan or the requester is deleted, the row stays without them until a worker has removed the file that it
 * names; it refers to no company, so that it outlives that too. Thus nothing that deletes plans, users or companies
 * has to know about files.
 */
export class CreatePlanExports1763690400004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE plan_export (
        company_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        plan_id text COLLATE "C",
        requested_by text COLLATE "C",
        status text NOT NULL,
        requested_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        expires_at timestamptz(3),
        attempts integer NOT NULL,
        due_at timestamptz(3) NOT NULL,
        lease_id text,
        leased_until timestamptz(3),
        last_error text,
        file_key text,
        file_name text,
        removal_due_at timestamptz(3),
        version integer NOT NULL,
        CONSTRAINT plan_export_pkey PRIMARY KEY (company_id, id),
        CONSTRAINT plan_export_plan_fkey FOREIGN KEY (company_id, plan_id)
          REFERENCES action_plan ON DELETE SET NULL (plan_id),
        CONSTRAINT plan_export_user_fkey FOREIGN KEY (company_id, requested_by)
          REFERENCES user_account ON DELETE SET NULL (requested_by)
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX plan_export_queued_key ON plan_export (company_id, plan_id, requested_by)
        WHERE status = 'QUEUED'`);
    await runner.query('CREATE INDEX plan_export_plan_idx ON plan_export (company_id, plan_id)');
    await runner.query('CREATE INDEX plan_export_user_idx ON plan_export (company_id, requested_by)');
    // Workers serve all companies and ask every second, so these three lead with the time instead of the company. They
    // hold only the exports that still need work.
    await runner.query(`
      CREATE INDEX plan_export_due_idx ON plan_export (due_at)
        WHERE status IN ('QUEUED', 'RUNNING') AND plan_id IS NOT NULL AND requested_by IS NOT NULL`);
    await runner.query(`
      CREATE INDEX plan_export_expiry_idx ON plan_export (expires_at)
        WHERE file_key IS NOT NULL AND status IN ('SENT', 'FAILED')`);
    await runner.query(`
      CREATE INDEX plan_export_orphan_idx ON plan_export (leased_until)
        WHERE plan_id IS NULL OR requested_by IS NULL`);
    // Global: a download has nothing but the token.
    await runner.query(`
      CREATE TABLE plan_export_link (
        digest bytea CONSTRAINT plan_export_link_pkey PRIMARY KEY,
        company_id text COLLATE "C" NOT NULL,
        export_id text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT plan_export_link_export_fkey FOREIGN KEY (company_id, export_id)
          REFERENCES plan_export ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX plan_export_link_export_idx ON plan_export_link (company_id, export_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE plan_export_link, plan_export');
  }
}
