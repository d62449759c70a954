import pg from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { PartitionTimesheets1763690400011 } from '../../migrations/1763690400011-partition-timesheets.js';
import { emptyDatabase, runSql } from '../support/databases.js';

/** Enough that each partition has some. */
const COMPANIES = 200;

const FILL = `
  INSERT INTO company (id, name, time_zone) SELECT 'company-' || n, 'Company ' || n, 'UTC'
  FROM generate_series(1, ${COMPANIES}) n;
  INSERT INTO timesheet_entry
  SELECT 'company-' || n % ${COMPANIES} + 1, 'entry-' || n, CASE WHEN n % 3 = 0 THEN 'deleted' ELSE 'live' END,
    now() + n * interval '1 minute', now(), CASE WHEN n % 2 = 0 THEN 'jo@example.com' END,
    CASE WHEN n % 3 = 0 THEN 'entry-' || n + 1 END, json_build_object('id', 'entry-' || n, 'text', repeat('x', n))
  FROM generate_series(1, 5000) n`;

const COLUMNS = `
  SELECT attname, format_type(atttypid, atttypmod) AS type, attnotnull, attcollation, attstattarget
  FROM pg_attribute WHERE attrelid = 'timesheet_entry'::regclass AND attnum > 0 ORDER BY attnum`;

const CONSTRAINTS = `
  SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
  WHERE conrelid = 'timesheet_entry'::regclass ORDER BY conname`;

const INDEXES = `
  SELECT indexname, replace(indexdef, ' ON ONLY ', ' ON ') AS definition FROM pg_indexes
  WHERE tablename = 'timesheet_entry' ORDER BY indexname`;

const PARTITIONS = `
  SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'timesheet_entry'::regclass`;

const INDEX = migrations.indexOf(PartitionTimesheets1763690400011);

describe('the migration that partitions timesheets', () => {
  let url: string;
  let before: unknown;

  /** The first migrations only: later ones add columns. */
  const runMigrations = async (count: number) => {
    const given = { type: 'postgres', url, migrations: migrations.slice(0, count) } as const;
    const dataSource = await new DataSource(given).initialize();
    await dataSource.runMigrations();
    await dataSource.destroy();
  };

  /** Columns and constraints of the table. */
  const described = async () => [
    await runSql(url, COLUMNS),
    await runSql(url, CONSTRAINTS),
    await runSql(url, INDEXES),
    await runSql(url, 'SELECT t::text FROM timesheet_entry t ORDER BY id COLLATE "C"'),
  ];

  beforeAll(async () => {
    url = await emptyDatabase('partitions');
    await runMigrations(INDEX);
    await runSql(url, FILL);
    before = await described();
  });

  it('keeps entries, names, constraints and indexes, also for connections with prepared statements', async () => {
    const older = new pg.Client({ connectionString: url });
    await older.connect();
    try {
      const read = { name: 'read', text: 'SELECT * FROM timesheet_entry WHERE company_id = $1 ORDER BY id' };
      const write = {
        name: 'write',
        text: `INSERT INTO timesheet_entry SELECT * FROM timesheet_entry WHERE company_id = $1
               ON CONFLICT (company_id, id) DO UPDATE SET document = excluded.document`,
      };
      const { rows } = await older.query({ ...read, values: ['company-1'] });
      const { rowCount } = await older.query({ ...write, values: ['company-1'] });
      await runMigrations(INDEX + 1);
      expect(await described()).toEqual(before);
      expect(rows.length).toBeGreaterThan(20);
      expect((await older.query({ ...read, values: ['company-1'] })).rows).toEqual(rows);
      expect((await older.query({ ...write, values: ['company-1'] })).rowCount).toBe(rowCount);
    } finally {
      await older.end();
    }
  });

  it('spreads companies over all partitions, each company in one', async () => {
    const partitions = (await runSql<{ name: string }>(url, PARTITIONS)).map(({ name }) => name);
    expect(partitions).toHaveLength(16);
    const used = await runSql<{ name: string; companies: number }>(
      url,
      `
        SELECT tableoid::regclass::text AS name, count(DISTINCT company_id)::integer AS companies
          FROM timesheet_entry GROUP BY 1`,
    );
    expect(used.map(({ name }) => name).sort()).toEqual(partitions.sort());
    expect(used.reduce((sum, { companies }) => sum + companies, 0)).toBe(COMPANIES);
  });

  it('lets a company take its entries with it', async () => {
    await runSql(url, `DELETE FROM company WHERE id = 'company-1'`);
    expect(await runSql(url, `SELECT FROM timesheet_entry WHERE company_id = 'company-1'`)).toEqual([]);
    await runSql(url, `INSERT INTO company (id, name, time_zone) VALUES ('company-1', 'Company 1', 'UTC')`);
  });

  it('can be taken back with all entries', async () => {
    const partitioned = await described();
    const dataSource = await new DataSource({ type: 'postgres', url, migrations }).initialize();
    try {
      const runner = dataSource.createQueryRunner();
      await runner.startTransaction();
      await new PartitionTimesheets1763690400011().down(runner);
      await runner.commitTransaction();
      await runner.release();
    } finally {
      await dataSource.destroy();
    }
    expect(await described()).toEqual(partitioned);
    expect(await runSql(url, PARTITIONS)).toEqual([]);
  });
});
