import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives every export that is not finished a job, and drops the columns by which workers found them before (ADR 31). */
export class DropExportLeases1763690400050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `INSERT INTO job (company_id, id, kind, key, payload, status, due_at)
   SELECT company_id, id, 'plan-export', id, jsonb_build_object('exportId', id), 'QUEUED', now() FROM plan_export
   WHERE status IN ('QUEUED', 'RUNNING') AND plan_id IS NOT NULL AND requested_by IS NOT NULL
   ON CONFLICT (company_id, kind, key) WHERE finished_at IS NULL DO NOTHING`,
  // With their indexes.
  `ALTER TABLE plan_export DROP COLUMN attempts, DROP COLUMN due_at, DROP COLUMN lease_id, DROP COLUMN leased_until,
     DROP COLUMN last_error, DROP COLUMN version`,
  `CREATE INDEX plan_export_orphan_idx ON plan_export (company_id, id)
     WHERE plan_id IS NULL OR requested_by IS NULL`,
];

const DOWN = [
  'DROP INDEX plan_export_orphan_idx',
  `ALTER TABLE plan_export ADD attempts integer NOT NULL DEFAULT 0,
     ADD due_at timestamptz(3) NOT NULL DEFAULT now(), ADD lease_id text, ADD leased_until timestamptz(3),
     ADD last_error text, ADD version integer NOT NULL DEFAULT 0`,
  `ALTER TABLE plan_export ALTER attempts DROP DEFAULT, ALTER due_at DROP DEFAULT, ALTER version DROP DEFAULT`,
  `CREATE INDEX plan_export_due_idx ON plan_export (due_at)
     WHERE status IN ('QUEUED', 'RUNNING') AND plan_id IS NOT NULL AND requested_by IS NOT NULL`,
  `CREATE INDEX plan_export_orphan_idx ON plan_export (leased_until)
     WHERE plan_id IS NULL OR requested_by IS NULL`,
];
