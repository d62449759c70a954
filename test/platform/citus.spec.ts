import type { Client } from 'pg';
import { LOCAL_TABLES, REFERENCE_TABLES } from '../../src/platform/database/distribution.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, openClient, runSql } from '../support/databases.js';

/** Functions and a view with the names of those of Citus, which record the tables, and views for the rules. */
const RECORDERS = `
  CREATE TABLE citus (name text PRIMARY KEY, company_column text, colocated_with text, is_truncated boolean);
  CREATE FUNCTION create_reference_table(regclass) RETURNS void LANGUAGE sql AS
    'INSERT INTO citus VALUES ($1::text)';
  CREATE FUNCTION create_distributed_table(regclass, text, colocate_with text) RETURNS void LANGUAGE sql AS
    'INSERT INTO citus VALUES ($1::text, $2, $3)';
  CREATE FUNCTION truncate_local_data_after_distributing_table(regclass) RETURNS void LANGUAGE sql AS
    'UPDATE citus SET is_truncated = true WHERE name = $1::text';
  CREATE VIEW citus_tables AS
    SELECT name::regclass AS table_name,
      CASE WHEN company_column IS NULL THEN 'reference' ELSE 'distributed' END AS citus_table_type
    FROM citus;
  CREATE VIEW distributed AS
    SELECT c.name, a.attrelid AS relation, a.attnum, a.attnotnull, a.atttypid, a.attcollation FROM citus c
      JOIN pg_attribute a ON a.attrelid = c.name::regclass AND a.attname = c.company_column;
  CREATE VIEW foreign_key AS
    SELECT f.conname, f.conkey, f.confkey, f.confdeltype, f.confupdtype, d.attnum AS from_company,
      r.attnum AS to_company, f.conrelid::regclass::text AS from_table, f.confrelid::regclass::text AS to_table
    FROM pg_constraint f
      LEFT JOIN distributed d ON d.relation = f.conrelid
      LEFT JOIN distributed r ON r.relation = f.confrelid
    WHERE f.contype = 'f' AND f.conparentid = 0`;

const FOREIGN_KEYS = `
  SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0 ORDER BY 1`;

interface Rule {
  readonly rule: string;
  /** Query for the names of the objects that violate the rule. */
  readonly offenders: string;
  /** Statement that violates the rule. */
  readonly violation: string;
}

const RULES: readonly Rule[] = [
  {
    rule: 'each table is distributed, a reference table or local',
    offenders: `
      SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname NOT IN (SELECT name FROM citus) AND relname NOT IN ('citus', '${LOCAL_TABLES.join(`', '`)}')`,
    violation: 'CREATE TABLE note (id text)',
  },
  {
    rule: 'all distributed tables are colocated by the company',
    offenders: `
      SELECT name FROM citus WHERE company_column <> 'company_id'
        OR name <> 'action_note' AND company_column IS NOT NULL AND colocated_with <> 'action_note'`,
    violation: `UPDATE citus SET colocated_with = 'default' WHERE name = 'area'`,
  },
  {
    rule: 'distribution columns have the same type and collation and are never null',
    offenders: `
      SELECT name FROM distributed
      WHERE NOT attnotnull OR atttypid <> 'text'::regtype OR attcollation <> '"C"'::regcollation`,
    violation: 'ALTER TABLE audit_record ALTER company_id TYPE varchar',
  },
  {
    rule: 'each table that can move to another server has a primary key, by which its changes follow it',
    offenders: `
      SELECT name FROM citus
      WHERE NOT EXISTS (SELECT FROM pg_index WHERE indrelid = name::regclass AND indisprimary)`,
    violation: 'ALTER TABLE company_lock DROP CONSTRAINT company_lock_pkey',
  },
  {
    rule: 'unique indexes of distributed tables have the company',
    offenders: `
      SELECT i.indexrelid::regclass FROM distributed d
        JOIN pg_index i ON i.indrelid = d.relation AND i.indisunique AND d.attnum <> ALL (i.indkey)`,
    violation: 'CREATE UNIQUE INDEX ON area (id)',
  },
  {
    rule: 'foreign keys between distributed tables have the company at the same place of both',
    offenders: `
      SELECT conname FROM foreign_key WHERE from_company IS NOT NULL AND to_company IS NOT NULL
        AND coalesce(array_position(conkey, from_company) <> array_position(confkey, to_company), true)`,
    violation: `
      ALTER TABLE plan_export ADD UNIQUE (id);
      ALTER TABLE action_plan ADD FOREIGN KEY (id) REFERENCES plan_export (id)`,
  },
  {
    rule: 'reference tables refer to reference tables only',
    offenders: 'SELECT conname FROM foreign_key WHERE from_company IS NULL AND to_company IS NOT NULL',
    violation: 'ALTER TABLE credential_digest ADD FOREIGN KEY (company_id) REFERENCES segmentation',
  },
  {
    rule: 'foreign keys with the company set nothing to null and follow no change',
    offenders: `
      SELECT conname FROM foreign_key
      WHERE from_company = ANY (conkey) AND (confdeltype IN ('n', 'd') OR confupdtype IN ('n', 'd', 'c'))`,
    violation: `
      ALTER TABLE employee ADD FOREIGN KEY (company_id, hierarchy_id) REFERENCES area
        ON DELETE SET NULL (hierarchy_id)`,
  },
  {
    rule: 'local tables have no foreign keys',
    offenders: `
      SELECT conname FROM foreign_key
      WHERE from_table NOT IN (SELECT name FROM citus) OR to_table NOT IN (SELECT name FROM citus)`,
    violation: 'ALTER TABLE credential_secret ADD company_id text REFERENCES company',
  },
  {
    rule: 'there are no triggers',
    offenders: 'SELECT tgname FROM pg_trigger WHERE NOT tgisinternal',
    violation: `
      CREATE TRIGGER area_trigger BEFORE UPDATE ON area FOR EACH ROW
        EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
  },
  {
    rule: 'partitions have no partitions',
    offenders: `SELECT relname FROM pg_class WHERE relkind = 'p' AND relispartition`,
    violation: `
      DROP INDEX timesheet_entry_live_external_id_key;
      CREATE TABLE part (LIKE timesheet_entry INCLUDING CONSTRAINTS) PARTITION BY LIST (id);
      ALTER TABLE timesheet_entry DETACH PARTITION timesheet_entry_0;
      ALTER TABLE timesheet_entry ATTACH PARTITION part FOR VALUES WITH (MODULUS 16, REMAINDER 0)`,
  },
  {
    rule: 'distributed tables have neither identities nor sequences',
    offenders: `
      SELECT c.name FROM citus c JOIN pg_attribute a ON a.attrelid = c.name::regclass
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%'`,
    violation: 'ALTER TABLE area ADD number bigserial',
  },
];

describe('in a database with Citus, wes migrate', () => {
  let url: string;
  let before: unknown[];
  let client: Client;

  beforeAll(async () => {
    url = await emptyDatabase('citus');
    await migrate(url);
    before = await runSql(url, FOREIGN_KEYS);
    await runSql(url, RECORDERS);
    await migrate(url);
    client = await openClient(url);
  });
  afterAll(() => client.end());

  it.each(RULES)('$rule', async ({ offenders, violation }) => {
    expect((await client.query(offenders)).rows).toEqual([]);
    await client.query('BEGIN');
    try {
      await client.query(violation);
      expect((await client.query(offenders)).rows).not.toEqual([]);
    } finally {
      await client.query('ROLLBACK');
    }
  });

  it('copies shared tables to each server', async () => {
    const names = 'SELECT name FROM citus WHERE company_column IS NULL ORDER BY name';
    expect((await client.query<{ name: string }>(names)).rows.map(({ name }) => name)).toEqual(
      REFERENCE_TABLES,
    );
  });

  it('restores all foreign keys, and frees the space of the rows that it has moved', async () => {
    expect(await runSql(url, FOREIGN_KEYS)).toEqual(before);
    expect(await runSql(url, 'SELECT name FROM citus WHERE is_truncated IS NOT TRUE')).toEqual([]);
  });

  it('distributes the tables of later migrations beside those that are', async () => {
    await runSql(
      url,
      `
        CREATE TABLE later (company_id text COLLATE "C" REFERENCES company, area_id text,
          FOREIGN KEY (company_id, area_id) REFERENCES area)`,
    );
    const keys = await runSql(url, FOREIGN_KEYS);
    await migrate(url);
    expect(await runSql(url, `SELECT * FROM citus WHERE name = 'later'`)).toEqual([
      { name: 'later', company_column: 'company_id', colocated_with: 'action_note', is_truncated: true },
    ]);
    expect(await runSql(url, FOREIGN_KEYS)).toEqual(keys);
  });
});
