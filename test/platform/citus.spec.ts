import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, openClient, runSql } from '../support/databases.js';

/** Functions with the names of those of Citus, which record the tables, and views for the rules. */
const RECORDERS = `
  CREATE TABLE citus (name text PRIMARY KEY, company_column text, colocated_with text);
  CREATE FUNCTION create_reference_table(regclass) RETURNS void LANGUAGE sql AS
    'INSERT INTO citus VALUES ($1::text)';
  CREATE FUNCTION create_distributed_table(regclass, text, colocate_with text) RETURNS void LANGUAGE sql AS
    'INSERT INTO citus VALUES ($1::text, $2, $3)';
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

/** They stay on the coordinator. No other table refers to them, and no statement joins them with another table. */
const LOCAL_TABLES = ['credential_secret', 'job', 'job_schedule', 'migrations'];

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
    violation: 'CREATE TABLE note (company_id text)',
  },
  {
    rule: 'all distributed tables are colocated by the company',
    offenders: `
      SELECT name FROM citus WHERE company_column <> 'company_id'
        OR name <> 'segmentation' AND company_column IS NOT NULL AND colocated_with <> 'segmentation'`,
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
    violation: 'ALTER TABLE session ADD FOREIGN KEY (company_id) REFERENCES segmentation',
  },
  {
    rule: 'foreign keys with the company set nothing to null and follow no change',
    offenders: `
      SELECT conname FROM foreign_key
      WHERE from_company = ANY (conkey) AND (confdeltype IN ('n', 'd') OR confupdtype IN ('n', 'd', 'c'))`,
    violation: `
      ALTER TABLE employee ADD FOREIGN KEY (company_id, hierarchy_id) REFERENCES area ON DELETE SET NULL (hierarchy_id)`,
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

describe('after ops/citus.sql', () => {
  let client: Client;

  beforeAll(async () => {
    const url = await emptyDatabase('citus');
    await migrate(url);
    await runSql(url, RECORDERS);
    await runSql(url, readFileSync('ops/citus.sql', 'utf8'));
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

  it('all foreign keys are back but those that set a column to null', async () => {
    const { rows } = await client.query<{ conname: string }>('SELECT conname FROM foreign_key ORDER BY 1');
    const url = await emptyDatabase('citus_before');
    await migrate(url);
    const before = await runSql<{ conname: string }>(
      url,
      `SELECT conname FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confdeltype <> 'n'
       ORDER BY 1`,
    );
    expect(rows).toEqual(before);
  });
});
