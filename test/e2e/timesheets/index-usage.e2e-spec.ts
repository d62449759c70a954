import pg from 'pg';
import { Sql } from '../../../src/platform/database/sql.js';
import { listTimesheets } from '../../../src/timesheets/application/timesheet-statements.queries.js';
import { isSequential, rowsOf, scansOf, settle, type PlanNode } from '../../support/query-plan.js';
import { TestApp } from '../../support/test-app.js';

const ENTRIES = 20_000;
const PAGE = 10;

/** A block is at most twice its size, and what is passed over or counted of a list lies in one of them. */
const MOST_OF_A_BLOCK = 2 * 512;

/** All entries of a company on one day, half of them at the same moment, and a tenth of all by one person. */
const FILL = `
  INSERT INTO timesheet_entry (id, company_id, email, start_time, breaks, change_history, deleted_at)
  SELECT substr(md5($1 || $3 || n::text), 1, 24), $1, CASE WHEN n % 10 = 0 THEN 'Jo@example.com' ELSE n || '@example.com' END,
    '2026-03-02'::timestamptz + CASE WHEN n % 2 = 0 THEN '1 hour' ELSE n * interval '1 millisecond' END, '[]', '[]',
    CASE WHEN $3 = 'deleted' THEN '2026-04-02'::timestamptz + n * interval '1 millisecond' END
  FROM generate_series(1, $2::integer) n`;

describe('the statements of timesheets', () => {
  let app: TestApp;
  let client: pg.Client;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    for (const company of [companyId, await app.company()]) {
      for (const list of ['live', 'deleted']) await app.sql(FILL, [company, ENTRIES, list]);
    }
    await settle(app, ['timesheet_entry', 'timesheet_block']);
    client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
  }, 120_000);
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  const noPeriod: string[] = [];
  const day = ['2026-03-02', null, '2026-03-02', null];
  const moments = [null, '2026-03-02T00:00:01.000Z', null, '2026-03-02T00:00:01.100Z'];

  it.each([
    ['live', 'the first page', undefined, noPeriod, 0, PAGE],
    ['live', 'a deep page', undefined, noPeriod, 19_900, PAGE],
    ['live', 'a deep page of a day', undefined, day, 19_900, PAGE],
    ['live', 'a page of moments', undefined, moments, 20, PAGE],
    ['live', 'a deep page of a person', 'jo@example.com', noPeriod, 1_900, PAGE],
    ['live', "a deep page of a person's day", 'jo@example.com', day, 1_900, PAGE],
    ['live', 'a page of nobody', 'nobody@example.com', day, 0, 0],
    ['deleted', 'a deep page', undefined, noPeriod, 19_900, PAGE],
    ['deleted', 'a deep page of a person', 'jo@example.com', noPeriod, 1_900, PAGE],
  ] as const)(
    'read of %s entries, for %s, few rows and by index',
    async (list, _, email, period, from, length) => {
      // The page, and in each of the blocks of the page, the beginning and the end of the period what is before it.
      const blocks = period.length === 0 ? 1 : 3;
      for (const scans of await readsOf(list, email, period, from, length)) {
        expect(scans.filter(isSequential)).toEqual([]);
        expect(rowsIn(scans, 'timesheet_entry')).toBeLessThanOrEqual(blocks * MOST_OF_A_BLOCK + 2 * PAGE);
        expect(rowsIn(scans, 'timesheet_block')).toBeLessThanOrEqual((2 * ENTRIES) / 512);
      }
    },
  );

  it.each([
    ['a period', undefined, moments, 50],
    ["a person's period", 'jo@example.com', day, ENTRIES / 10],
  ] as const)(
    'read of deleted entries, for %s, those in it and by index',
    async (_, email, period, matching) => {
      for (const scans of await readsOf('deleted', email, period, 5, PAGE)) {
        expect(scans.filter(isSequential)).toEqual([]);
        expect(rowsIn(scans, 'timesheet_entry')).toBeLessThanOrEqual(matching + 2 * PAGE);
      }
    },
  );

  it('are not compiled, whatever the planner expects of them', async () => {
    const sql = app.app.get(Sql, { strict: false });
    expect(await sql.query({ name: 'test.jit', text: 'SHOW jit' })).toEqual([{ jit: 'off' }]);
  });

  /** What each of the two kinds of plans reads. */
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
    return scansOf(client, text, values);
  }
});

/** Of all steps that read a table. */
function rowsIn(scans: readonly PlanNode[], table: string): number {
  return scans.filter((node) => node['Relation Name'] === table).reduce((sum, node) => sum + rowsOf(node), 0);
}
