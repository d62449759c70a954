import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Sql } from '../../../src/platform/database/sql.js';
import { listTimesheets } from '../../../src/timesheets/application/timesheet-statements.queries.js';
import { FIND_REPLACED } from '../../../src/timesheets/infrastructure/timesheet-import.js';
import {
  DELETE_LIVE,
  FIND_BY_EXTERNAL_ID,
  FIND_KNOWN,
  FIND_TAKEN,
} from '../../../src/timesheets/infrastructure/timesheet-writer.js';
import { onOneServer, openClient } from '../../support/databases.js';
import { isSequential, rowsOf, scansOf, settle, type PlanNode } from '../../support/query-plan.js';
import { TestApp } from '../../support/test-app.js';

const ENTRIES = 20_000;
const DAYS = 20;
const OF_A_DAY = ENTRIES / DAYS;
const OF_A_PERSON = ENTRIES / 10;
const PAGE = 10;

/** Enough that no partition is empty: plans for any company expect little of a table that hardly has rows. */
const SMALL_COMPANIES = 192;
const ENTRIES_OF_SMALL = 100;

const INDEX_BY_ID = /^timesheet_entry_\d+_(pkey|id_idx)$/;

/** Steps that read the places of rows that another step has found. */
const READ_BY_PLACE = ['Tid Scan', 'Bitmap Heap Scan'];

/** As many entries of a company on each day, half of them at the same moment, and a tenth of all by one person. */
const FILL = `
  INSERT INTO timesheet_entry (company_id, id, list, listed_at, start_time, email_key, external_id, document)
  SELECT $1, id, $3, start_time + CASE WHEN $3 = 'deleted' THEN interval '31 days' ELSE interval '0' END, start_time,
    CASE WHEN n % 10 = 0 THEN 'jo@example.com' ELSE n || '@example.com' END,
    CASE WHEN $3 = 'live' THEN 'T' || n END, json_build_object('id', id)
  FROM (
    SELECT n, substr(md5($1 || $3 || n::text), 1, 24) AS id,
      '2026-03-02'::timestamptz + (n - 1) / ${OF_A_DAY} * interval '1 day'
        + CASE WHEN n % 2 = 0 THEN interval '1 hour' ELSE n * interval '1 millisecond' END AS start_time
    FROM generate_series(1, $2::integer) n
  ) e`;

const COUNT = `
  INSERT INTO timesheet_day_count
  SELECT company_id, list, (listed_at AT TIME ZONE 'UTC')::date, count(*) FROM timesheet_entry GROUP BY 1, 2, 3`;

/** A table of few rows would be read as a whole. */
const COUNT_OTHER_COMPANY = `
  INSERT INTO timesheet_day_count
  SELECT $1, list, '1980-01-01'::date + n, 1 FROM unnest(ARRAY['live', 'deleted']) list, generate_series(1, 5000) n`;

/** The companies of a test fit into a page, which is read as a whole when there are statistics of it. */
const readsWholeTable = (node: PlanNode): boolean =>
  isSequential(node) && node['Relation Name'] !== 'company';

onOneServer('compares the plans of one server; that of Citus names the statement for a worker');

describe('the statements of timesheets', () => {
  let app: TestApp;
  let client: pg.Client;
  let companyId: string;
  let partition: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    for (const company of [companyId, await app.company()]) {
      for (const list of ['live', 'deleted']) await app.sql(FILL, [company, ENTRIES, list]);
    }
    for (let made = 0; made < SMALL_COMPANIES; made++) {
      const small = await app.company();
      for (const list of ['live', 'deleted']) await app.sql(FILL, [small, ENTRIES_OF_SMALL, list]);
    }
    await app.sql(COUNT);
    await app.sql(COUNT_OTHER_COMPANY, [await app.company()]);
    await settle(app, ['timesheet_entry', 'timesheet_day_count']);
    client = await openClient(app.databaseUrl);
    partition = await partitionOf(companyId);
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  const noPeriod: string[] = [];
  const days = ['2026-03-03', null, '2026-03-20', null];
  const moments = [null, '2026-03-03T00:00:01.000Z', null, '2026-03-20T00:30:00.000Z'];

  it.each([
    ['live', 'the first page', noPeriod, 0],
    ['live', 'a deep page', noPeriod, 19_900],
    ['live', 'the first page of whole days', days, 0],
    ['live', 'a deep page of whole days', days, 17_900],
    ['deleted', 'a deep page', noPeriod, 19_900],
  ] as const)('read of %s entries, for %s, those of one day and by index', async (list, _, period, from) => {
    for (const scans of await readsOf(list, undefined, period, from, PAGE)) {
      expect(scans.filter(readsWholeTable)).toEqual([]);
      expect(rowsIn(scans, partition)).toBeLessThanOrEqual(OF_A_DAY + 2 * PAGE);
      expect(rowsIn(scans, 'timesheet_day_count')).toBeLessThanOrEqual(DAYS);
    }
  });

  it.each([
    ['find', FIND_KNOWN],
    ['delete', DELETE_LIVE],
  ])(
    '%s entries by their key, also of a company that the statistics do not know yet',
    async (_, statement) => {
      for (const kind of ['custom', 'generic'] as const) {
        await withNewcomer(async (newcomer, ids) => {
          const ofNewcomer = await partitionOf(newcomer);
          const [scans = []] = await scansOf(client, statement, [newcomer, ids, randomUUID()], [kind]);
          expectOnly(ofNewcomer, scans);
          expect(rowsIn(scans, ofNewcomer)).toBeGreaterThanOrEqual(ids.length);
          for (const node of scans.filter(isRead)) {
            if (!READ_BY_PLACE.includes(node['Node Type'])) expect(node['Index Name']).toMatch(INDEX_BY_ID);
            expect(rowsOf(node)).toBeLessThanOrEqual(ids.length);
          }
        });
      }
    },
  );

  it('find live entries by external ids in the partition of the company, by index', async () => {
    const externalIds = Array.from({ length: 1_000 }, (_, index) => `T-${index}`);
    for (const scans of await scansOf(client, FIND_BY_EXTERNAL_ID, [companyId, externalIds])) {
      expectOnly(partition, scans);
      expect(scans.filter(readsWholeTable)).toEqual([]);
      expect(rowsIn(scans, partition)).toBe(0);
    }
  });

  it('find live entries by external ids of a company that the statistics do not know yet', async () => {
    await withNewcomer(async (newcomer) => {
      const externalIds = Array.from({ length: 100 }, (_, index) => `T${10 * index + 1}`);
      const [scans = []] = await scansOf(client, FIND_BY_EXTERNAL_ID, [newcomer, externalIds], ['custom']);
      expect(rowsIn(scans, await partitionOf(newcomer))).toBe(externalIds.length);
    });
  });

  it('find the live entries that deletions replace in the partition of the company, by index', async () => {
    for (const scans of await scansOf(client, FIND_REPLACED, [companyId, ['a', 'b']])) {
      expectOnly(partition, scans);
      expect(scans.filter(readsWholeTable)).toEqual([]);
      expect(rowsIn(scans, partition)).toBe(0);
    }
  });

  it('find ids of other companies in all partitions by the index of ids, also without statistics', async () => {
    await withNewcomer(async (_, ids) => {
      for (const scans of await scansOf(client, FIND_TAKEN, [ids])) {
        for (const node of scans) expect(node['Index Name']).toMatch(INDEX_BY_ID);
        expect(scans.reduce((sum, node) => sum + rowsOf(node), 0)).toBe(ids.length);
      }
    });
  });

  it('read for a period of moments those of its first and last day, too', async () => {
    for (const scans of await readsOf('live', undefined, moments, 17_000, PAGE)) {
      expect(scans.filter(readsWholeTable)).toEqual([]);
      expect(rowsIn(scans, partition)).toBeLessThanOrEqual(3 * OF_A_DAY + 2 * PAGE);
    }
  });

  it.each([
    ['live', 'a deep page of a person', 'jo@example.com', noPeriod, 1_900, PAGE],
    ['live', "a deep page of a person's period", 'jo@example.com', days, 1_700, PAGE],
    ['live', 'a page of an unknown e-mail', 'nobody@example.com', days, 0, 0],
    ['deleted', 'a deep page of a person', 'jo@example.com', noPeriod, 1_900, PAGE],
    ['deleted', "a page of a person's period", 'jo@example.com', days, 5, PAGE],
  ] as const)(
    'read of %s entries, for %s, those of the person and by index',
    async (list, _, email, period, from, length) => {
      for (const scans of await readsOf(list, email, period, from, length)) {
        expect(scans.filter(readsWholeTable)).toEqual([]);
        expect(rowsIn(scans, partition)).toBeLessThanOrEqual(2 * OF_A_PERSON + 2 * PAGE);
      }
    },
  );

  it('read of deleted entries, for a period, those in it and by index', async () => {
    const day = ['2026-03-03', null, '2026-03-03', null];
    for (const scans of await readsOf('deleted', undefined, day, 5, PAGE)) {
      expect(scans.filter(readsWholeTable)).toEqual([]);
      expect(rowsIn(scans, partition)).toBeLessThanOrEqual(OF_A_DAY + 2 * PAGE);
    }
  });

  it('are not compiled, whatever the planner expects of them', async () => {
    const sql = app.app.get(Sql, { strict: false });
    expect(await sql.query({ name: 'test.jit', text: 'SHOW jit' })).toEqual([{ jit: 'off' }]);
  });

  /** The scans of the generic plan and of the custom plan. */
  async function readsOf(
    list: 'live' | 'deleted',
    email: string | undefined,
    period: readonly (string | null)[],
    from: number,
    length: number,
  ): Promise<PlanNode[][]> {
    const { text } = listTimesheets({ list, byEmail: email !== undefined, byPeriod: period.length > 0 });
    const values = [companyId, from, PAGE, ...period, ...(email === undefined ? [] : [email])];
    const { rows: answer } = await client.query<{ entries: string }>(text, values);
    expect(answer[0]!.entries.split('"id"')).toHaveLength(length + 1);
    const plans = await scansOf(client, text, values);
    for (const scans of plans) expectOnly(partition, scans);
    return plans;
  }

  /** Gives a new company entries, and some of their ids, in a transaction that is rolled back. */
  async function withNewcomer(look: (companyId: string, ids: string[]) => Promise<void>): Promise<void> {
    await client.query('BEGIN');
    try {
      const newcomer = await app.company();
      await client.query(FILL, [newcomer, ENTRIES, 'live']);
      const { rows } = await client.query<{ id: string }>(
        'SELECT id FROM timesheet_entry WHERE company_id = $1 LIMIT 2000',
        [newcomer],
      );
      await look(
        newcomer,
        rows.map(({ id }) => id),
      );
    } finally {
      await client.query('ROLLBACK');
    }
  }

  async function partitionOf(company: string): Promise<string> {
    const { rows } = await client.query<{ name: string }>(
      'SELECT tableoid::regclass::text AS name FROM timesheet_entry WHERE company_id = $1 LIMIT 1',
      [company],
    );
    return rows[0]!.name;
  }
});

/** Steps that change a table name it, too, and steps of other partitions are in the plan, but are not run. */
const isRead = (node: PlanNode): boolean => node['Node Type'] !== 'ModifyTable' && node['Actual Loops'] > 0;

/** Fails when a step reads another partition of the entries than this one. */
function expectOnly(partition: string, scans: readonly PlanNode[]): void {
  const tables = scans.filter(isRead).map((node) => node['Relation Name'] ?? node['Index Name'] ?? '');
  const entries = tables.filter((name) => name.startsWith('timesheet_entry'));
  expect(entries.filter((name) => name !== partition && !name.startsWith(`${partition}_`))).toEqual([]);
}

/** Of all steps that read a table. */
function rowsIn(scans: readonly PlanNode[], table: string): number {
  return scans.filter((node) => node['Relation Name'] === table).reduce((sum, node) => sum + rowsOf(node), 0);
}
