import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Syncs of the staff of a source: the list that was sent, the changes that it would make, and which of them are made.
 * An upload refers to no sync and no company, so that its files are removed in any case.
 */
export class SyncEmployees1763690400240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE employee_sync_upload, employee_sync_row, employee_sync');
    await runner.query('ALTER TABLE audit_record DROP sync_id');
    await runner.query('ALTER TABLE employee DROP source'); // and the index
  }
}

const STATEMENTS = [
  'ALTER TABLE employee ADD source text COLLATE "C"',
  `
  CREATE INDEX employee_source_idx ON employee (company_id, source, id)
    WHERE source IS NOT NULL AND deleted_at IS NULL`,
  'ALTER TABLE audit_record ADD sync_id text COLLATE "C"',
  `
  CREATE TABLE employee_sync (
    company_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    status text NOT NULL,
    reason text,
    issues json,
    applies_when_ready boolean NOT NULL,
    allowed_ends integer,
    added integer,
    changed integer,
    ended integer,
    unchanged integer,
    skipped integer,
    created_by text COLLATE "C" NOT NULL,
    applied_by text COLLATE "C",
    attempt_id text COLLATE "C",
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz(3),
    undone_at timestamptz(3),
    CONSTRAINT employee_sync_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT employee_sync_company_fkey FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE
  )`,
  'CREATE INDEX employee_sync_newest_idx ON employee_sync (company_id, created_at, id)',
  // Retention serves all companies.
  'CREATE INDEX employee_sync_age_idx ON employee_sync (created_at)',
  `
  CREATE TABLE employee_sync_row (
    company_id text COLLATE "C" NOT NULL,
    sync_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    position integer NOT NULL,
    employee_id text COLLATE "C",
    external_id text COLLATE "C",
    email text,
    reason text,
    changes json NOT NULL,
    is_move boolean NOT NULL,
    seen_version text COLLATE "C",
    applied_version text COLLATE "C",
    CONSTRAINT employee_sync_row_pkey PRIMARY KEY (company_id, sync_id, kind, position),
    CONSTRAINT employee_sync_row_sync_fkey FOREIGN KEY (company_id, sync_id)
      REFERENCES employee_sync ON DELETE CASCADE
  )`,
  'CREATE INDEX employee_sync_row_employee_idx ON employee_sync_row (company_id, sync_id, employee_id)',
  `COMMENT ON COLUMN employee_sync_row.employee_id IS 'Personal data: id of an employee'`,
  `COMMENT ON COLUMN employee_sync_row.external_id IS 'Personal data: id of an employee in the HR system'`,
  `COMMENT ON COLUMN employee_sync_row.email IS 'Personal data: e-mail address of an employee'`,
  `COMMENT ON COLUMN employee_sync_row.changes IS 'Personal data: properties of an employee before and after'`,
  `
  CREATE TABLE employee_sync_upload (
    company_id text COLLATE "C" NOT NULL,
    sync_id text COLLATE "C" NOT NULL,
    form text NOT NULL,
    parts integer,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT employee_sync_upload_pkey PRIMARY KEY (company_id, sync_id)
  )`,
  'CREATE INDEX employee_sync_upload_age_idx ON employee_sync_upload (created_at)',
];
