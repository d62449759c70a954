import pg from 'pg';
import { newId } from '../../../src/shared-kernel/id.js';
import { deletedTimesheetRecord, minimalTimesheet } from '../../support/builders/timesheet.js';
import type { Body } from '../../support/builders/plan.js';
import { expectRightCounters } from '../../support/counters.js';
import { TestApp } from '../../support/test-app.js';
import { putDeleted, putLive, shrinkBlocks } from '../../support/timesheets.js';

const BLOCK = 4;
const CONNECTIONS = 6;
const CHANGES = 1_000;

const upTo = (limit: number): number => Math.floor(Math.random() * limit);
const oneOf = <T>(values: readonly T[]): T => values[upTo(values.length)] as T;
const moment = (): string => new Date(Date.UTC(2026, 2, 2) + upTo(40)).toISOString();
const email = (): string | null =>
  oneOf(['a@example.com', 'A@example.com', 'b@example.com', 'c@example.com', null]);

const COLUMNS = '(id, company_id, email, start_time, breaks, change_history)';

describe('the counters of timesheets', () => {
  let app: TestApp;
  let companies: string[];
  let ids: string[];

  beforeAll(async () => {
    app = await TestApp.start();
    await shrinkBlocks(app.databaseUrl, BLOCK);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    await app.sql('TRUNCATE timesheet_entry');
    companies = [await app.company(), await app.company(), await app.company()];
    ids = Array.from({ length: 120 }, () => newId());
  });

  const row = () => [oneOf(ids), oneOf(companies), email(), moment()];
  /** Ids that no other company has: a company keeps to its own part of them. */
  const records = (company: string, make: (overrides: Body) => Body) => {
    const own = ids.filter((_, index) => index % companies.length === companies.indexOf(company));
    const chosen = new Set(Array.from({ length: 1 + upTo(12) }, () => oneOf(own)));
    return [...chosen].map((id) => make({ id, email: email(), startTime: moment(), externalId: '1' }));
  };

  const changes: ((client: pg.Client) => Promise<unknown>)[] = [
    async () => {
      const company = oneOf(companies);
      await putLive(app, company, records(company, minimalTimesheet)).catch(onlyTaken);
    },
    async () => {
      const company = oneOf(companies);
      const deletion = (overrides: Body) =>
        deletedTimesheetRecord({
          endTime: null,
          deletedAt: moment(),
          originalTimesheetId: oneOf(ids),
          ...overrides,
        });
      await putDeleted(app, company, records(company, deletion)).catch(onlyTaken);
    },
    (client) =>
      client.query(
        `INSERT INTO timesheet_entry ${COLUMNS} VALUES ($1, $2, $3, $4, '[]', '[]') ON CONFLICT DO NOTHING`,
        row(),
      ),
    (client) =>
      client.query(
        `INSERT INTO timesheet_entry AS e ${COLUMNS} VALUES ($1, $2, $3, $4, '[]', '[]'), ($5, $2, $3, $4, '[]', '[]')
         ON CONFLICT (id) DO UPDATE SET start_time = excluded.start_time, email = excluded.email`,
        [...row(), newId()],
      ),
    (client) =>
      client.query('UPDATE timesheet_entry SET start_time = $2 WHERE id = ANY ($1)', [
        [oneOf(ids), oneOf(ids)],
        moment(),
      ]),
    (client) => client.query('UPDATE timesheet_entry SET email = $2 WHERE id > $1', [oneOf(ids), email()]),
    (client) =>
      client.query('UPDATE timesheet_entry SET deleted_at = $2 WHERE id = $1', [
        oneOf(ids),
        oneOf([moment(), null]),
      ]),
    (client) =>
      client.query(`UPDATE timesheet_entry SET breaks = '[{}]' WHERE company_id = $1`, [oneOf(companies)]),
    (client) =>
      client.query('UPDATE timesheet_entry SET company_id = $2 WHERE id = $1', [
        oneOf(ids),
        oneOf(companies),
      ]),
    (client) =>
      client.query('DELETE FROM timesheet_entry WHERE id = ANY ($1)', [[oneOf(ids), oneOf(ids), oneOf(ids)]]),
    (client) =>
      client.query(
        `WITH gone AS (DELETE FROM timesheet_entry WHERE id = $1),
           moved AS (UPDATE timesheet_entry SET start_time = $4 WHERE id <> $1 AND company_id = $2)
         INSERT INTO timesheet_entry ${COLUMNS} SELECT $5, $2, $3, $4, '[]', '[]'`,
        [...row(), newId()],
      ),
    async (client) => {
      await client.query('BEGIN');
      await client.query('UPDATE timesheet_entry SET start_time = $2 WHERE id = $1', [oneOf(ids), moment()]);
      await client.query('SAVEPOINT here');
      await client.query('DELETE FROM timesheet_entry WHERE company_id = $1', [oneOf(companies)]);
      await client.query('ROLLBACK TO here');
      await client.query('UPDATE timesheet_entry SET email = $2 WHERE id < $1', [oneOf(ids), email()]);
      await client.query(oneOf(['COMMIT', 'ROLLBACK']));
    },
    async (client) => {
      const company = oneOf(companies);
      await client.query('BEGIN');
      await client.query('SELECT lock_timesheets($1)', [company]);
      for (let time = 0; time < 3; time++) {
        await client.query(
          'UPDATE timesheet_entry SET email = $2, start_time = $3 WHERE company_id = $1 AND id < $4',
          [...[company, email(), moment(), oneOf(ids)]],
        );
      }
      await client.query('COMMIT');
    },
  ];

  it('are right after a thousand imports, changes and deletions at the same time', async () => {
    let left = CHANGES;
    const work = async () => {
      const client = new pg.Client({ connectionString: app.databaseUrl });
      await client.connect();
      try {
        while (left-- > 0) await oneOf(changes)(client);
      } finally {
        await client.end();
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
      'SELECT count(*)::integer AS count FROM timesheet_entry',
    );
    expect(count).toBeGreaterThan(0);
    await expectRightCounters(app, BLOCK);
  }, 180_000);

  it('follow an import in many batches of one transaction, and its undoing', async () => {
    const [company = ''] = companies;
    const batch = () =>
      Array.from({ length: 30 }, () => minimalTimesheet({ email: email(), startTime: moment() }));
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    await putLive(app, company, batch());
    await client.query('BEGIN');
    await client.query('SELECT lock_timesheets($1)', [company]);
    for (let time = 0; time < 5; time++) {
      await client.query(
        `INSERT INTO timesheet_entry ${COLUMNS} SELECT md5(n::text || $2)::char(24), $1, 'a@example.com', now(), '[]', '[]'
        FROM generate_series(1, 20) n`,
        [company, String(time)],
      );
    }
    await client.query('ROLLBACK');
    await client.end();
    await expectRightCounters(app, BLOCK);
    await putLive(app, company, batch());
    await expectRightCounters(app, BLOCK);
  });

  it('go with their company, and with everything', async () => {
    for (const company of companies) {
      await putLive(
        app,
        company,
        Array.from({ length: 40 }, () => minimalTimesheet({ email: email(), startTime: moment() })),
      );
    }
    const companiesCounted = () =>
      app.sql('SELECT DISTINCT company_id AS id FROM timesheet_block ORDER BY 1');
    await app.sql('DELETE FROM company WHERE id = $1', [companies[0]]);
    expect(await companiesCounted()).toEqual(
      companies
        .slice(1)
        .sort()
        .map((id) => ({ id })),
    );
    await expectRightCounters(app, BLOCK);
    await app.sql('TRUNCATE timesheet_entry');
    expect(await companiesCounted()).toEqual([]);
  });

  it('lose their blocks when entries go', async () => {
    const [company = ''] = companies;
    const entries = Array.from({ length: 200 }, (_, index) =>
      minimalTimesheet({
        email: 'a@example.com',
        startTime: new Date(Date.UTC(2026, 2, 2) + index).toISOString(),
      }),
    );
    await putLive(app, company, entries);
    /** Of the lists of everybody and of the one e-mail; only the first block of a list may be empty. */
    const blocks = async () => {
      const [row] = await app.sql<{ blocks: number; empty: number }>(
        `SELECT count(*)::integer AS blocks,
           count(*) FILTER (WHERE entries = 0 AND first_at <> '-infinity')::integer AS empty
         FROM timesheet_block`,
      );
      expect(row!.empty).toBe(0);
      return row!.blocks;
    };
    expect(await blocks()).toBeGreaterThanOrEqual((2 * 200) / (2 * BLOCK));
    const kept = entries.filter((_, at) => at % 20 === 7).map(({ id }) => id);
    await app.sql('DELETE FROM timesheet_entry WHERE id <> ALL ($1)', [kept]);
    await expectRightCounters(app, BLOCK);
    // How many are joined depends on the order in which they settle; each but the first has an entry left.
    expect(await blocks()).toBeLessThanOrEqual(2 * (kept.length + 1));
    await app.sql('DELETE FROM timesheet_entry');
    expect(await blocks()).toBe(0);
  });
});

/** Plain statements move entries between companies; what an import then finds elsewhere it rightly refuses. */
function onlyTaken(error: unknown): void {
  const issues = (error as { issues?: { code: string }[] }).issues ?? [];
  if (issues.length === 0 || issues.some(({ code }) => code !== 'ID_TAKEN')) throw error;
}
