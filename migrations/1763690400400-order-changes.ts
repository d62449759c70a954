import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each company counts its committed changes, and rows have the change set in which they were last written (ADR 47).
 * Rows that exist get the set that no transaction has, without being rewritten: no cursor is older than they are. The
 * columns and tables of the order before stay for processes of the previous release.
 */
export class OrderChanges1763690400400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { table, index } of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD change_set uuid NOT NULL DEFAULT '${NO_SET}'`);
      await runner.query(`ALTER TABLE ${table} ${WITHOUT_TRANSACTION}`);
      await runner.query(`DROP INDEX ${table}_change_idx`);
      await runner.query(`CREATE INDEX ${table}_change_idx ON ${table} (${index})`);
    }
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
    for (const { table, former } of TABLES) {
      await runner.query(`ALTER TABLE ${table} ${WITH_TRANSACTION}`);
      await runner.query(`ALTER TABLE ${table} DROP change_set`); // and the index
      await runner.query(`CREATE INDEX ${table}_change_idx ON ${table} (${former})`);
    }
  }
}

const NO_SET = '00000000-0000-0000-0000-000000000000';

const OF_COMPANY = {
  index: 'company_id, change_set, id',
  former: 'company_id, changed_cluster, changed_xid, id',
};

const OF_LIST = {
  index: 'company_id, list, change_set, id',
  former: 'company_id, list, changed_cluster, changed_xid, id',
};

const TABLES = [
  { table: 'employee', ...OF_COMPANY },
  { table: 'timesheet_entry', ...OF_LIST },
  { table: 'area', ...OF_COMPANY },
  { table: 'company_group', ...OF_COMPANY },
  { table: 'characteristic', ...OF_COMPANY },
  { table: 'action_plan', ...OF_COMPANY },
  { table: 'announcement_template', index: 'change_set, id', former: 'changed_cluster, changed_xid, id' },
  {
    table: 'change_tombstone',
    index: 'company_id, change_set, kind, id',
    former: 'company_id, kind, changed_cluster, changed_xid, id',
  },
];

const WITHOUT_TRANSACTION = `
  ALTER changed_cluster DROP DEFAULT, ALTER changed_cluster DROP NOT NULL,
  ALTER changed_xid DROP DEFAULT, ALTER changed_xid DROP NOT NULL,
  ALTER changed_at DROP DEFAULT, ALTER changed_at DROP NOT NULL`;

const WITH_TRANSACTION = `
  ALTER changed_cluster SET DEFAULT (pg_control_system()).system_identifier,
  ALTER changed_xid SET DEFAULT txid_current(),
  ALTER changed_at SET DEFAULT now()`;

const UP = [
  // The catalogue of templates has the order of a company without an id, so there is no key of companies.
  `
  CREATE TABLE change_position (
    company_id text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    CONSTRAINT change_position_pkey PRIMARY KEY (company_id)
  )`,
  `
  CREATE TABLE change_set (
    company_id text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    id uuid NOT NULL,
    kinds text[] COLLATE "C" NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT change_set_pkey PRIMARY KEY (company_id, position)
  )`,
  'CREATE INDEX change_set_age_idx ON change_set (at)',
  'ALTER TABLE change_tombstone DROP CONSTRAINT change_tombstone_company_fkey',
  'DROP INDEX change_tombstone_age_idx',
  `
  UPDATE employee_sync_row r SET seen_version = '${NO_SET}'
  FROM employee e
  WHERE e.company_id = r.company_id AND e.id = r.employee_id
    AND r.seen_version = e.changed_cluster || ':' || e.changed_xid`,
  `
  UPDATE employee_sync_row r SET applied_version = '${NO_SET}'
  FROM employee e
  WHERE e.company_id = r.company_id AND e.id = r.employee_id
    AND r.applied_version = e.changed_cluster || ':' || e.changed_xid`,
];

const DOWN = [
  'CREATE INDEX change_tombstone_age_idx ON change_tombstone (changed_at)',
  `DELETE FROM change_tombstone WHERE company_id NOT IN (SELECT id FROM company)`,
  `
  ALTER TABLE change_tombstone ADD CONSTRAINT change_tombstone_company_fkey
    FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE`,
  'DROP TABLE change_set',
  'DROP TABLE change_position',
];
