import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each row that the change feed reads has the transaction that wrote it, and the cluster whose transaction it is
 * (ADR 39). Rows that exist get cluster 0 without being rewritten: no cursor is older than they are.
 */
export class TrackChanges1763690400220 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { table, index } of TABLES) {
      await runner.query(`ALTER TABLE ${table} ${OF_ROWS_THAT_EXIST}`);
      await runner.query(`ALTER TABLE ${table} ${OF_NEW_ROWS}`);
      await runner.query(`CREATE INDEX ${table}_change_idx ON ${table} (${index})`);
    }
    for (const statement of CREATE_TABLES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['change_feed', 'announcement_template_tombstone', 'change_tombstone'])
      await runner.query(`DROP TABLE ${table}`);
    for (const { table } of TABLES)
      await runner.query(
        `ALTER TABLE ${table} DROP changed_cluster, DROP changed_xid, DROP changed_at`, // and the index
      );
  }
}

const OF_COMPANY = 'company_id, changed_cluster, changed_xid, id';

const TABLES = [
  { table: 'employee', index: OF_COMPANY },
  { table: 'timesheet_entry', index: 'company_id, list, changed_cluster, changed_xid, id' },
  { table: 'area', index: OF_COMPANY },
  { table: 'company_group', index: OF_COMPANY },
  { table: 'characteristic', index: OF_COMPANY },
  { table: 'action_plan', index: OF_COMPANY },
  { table: 'announcement_template', index: 'changed_cluster, changed_xid, id' },
];

/** A constant is kept once for all rows. */
const OF_ROWS_THAT_EXIST = `
  ADD changed_cluster bigint NOT NULL DEFAULT 0, ADD changed_xid bigint NOT NULL DEFAULT 0,
  ADD changed_at timestamptz(3) NOT NULL DEFAULT '-infinity'`;

/** Inserts of the previous release get them, too. */
const OF_NEW_ROWS = `
  ALTER changed_cluster SET DEFAULT (pg_control_system()).system_identifier,
  ALTER changed_xid SET DEFAULT txid_current(),
  ALTER changed_at SET DEFAULT now()`;

const CHANGED = `
    changed_cluster bigint NOT NULL DEFAULT (pg_control_system()).system_identifier,
    changed_xid bigint NOT NULL DEFAULT txid_current(),
    changed_at timestamptz(3) NOT NULL DEFAULT now()`;

const CREATE_TABLES = [
  // Its OID, which a restored dump does not keep, is a part of each cursor, and so is the generation.
  'CREATE TABLE change_feed (generation integer NOT NULL)',
  'INSERT INTO change_feed VALUES (1)',
  // Only the reader learns of it, or everybody but the excepted one; both are empty for everybody.
  `
  CREATE TABLE change_tombstone (
    company_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    reader_id text COLLATE "C" NOT NULL DEFAULT '',
    except_id text COLLATE "C" NOT NULL DEFAULT '',${CHANGED},
    CONSTRAINT change_tombstone_pkey PRIMARY KEY (company_id, id, kind, reader_id, except_id),
    CONSTRAINT change_tombstone_company_fkey FOREIGN KEY (company_id) REFERENCES company ON DELETE CASCADE
  )`,
  `COMMENT ON COLUMN change_tombstone.reader_id IS 'Personal data: id of a user'`,
  `COMMENT ON COLUMN change_tombstone.except_id IS 'Personal data: id of a user'`,
  'CREATE INDEX change_tombstone_change_idx ON change_tombstone (company_id, kind, changed_cluster, changed_xid, id)',
  'CREATE INDEX change_tombstone_age_idx ON change_tombstone (changed_at)',
  `
  CREATE TABLE announcement_template_tombstone (
    id text COLLATE "C" NOT NULL,${CHANGED},
    CONSTRAINT announcement_template_tombstone_pkey PRIMARY KEY (id)
  )`,
  `
  CREATE INDEX announcement_template_tombstone_change_idx
    ON announcement_template_tombstone (changed_cluster, changed_xid, id)`,
  'CREATE INDEX announcement_template_tombstone_age_idx ON announcement_template_tombstone (changed_at)',
];
