import type pg from 'pg';
import { listAuditRecords } from '../../../src/audit/application/audit.queries.js';
import type { AuditFilter } from '../../../src/audit/domain/audit-filter.js';
import { OLD_DELETED_PLANS } from '../../../src/action-plans/infrastructure/sql-deleted-plan.repository.js';
import { OLD_AUDIT_RECORDS } from '../../../src/audit/application/audit-records.store.js';
import { onOneServer, openClient } from '../../support/databases.js';
import { isSequential, rowsOf, scansOf, settle } from '../../support/query-plan.js';
import { TestApp } from '../../support/test-app.js';

const RECORDS = 5_000;

/** Enough that reading the whole table costs more than reading the index of one. */
const OTHER_COMPANIES = 4;
const PAGE = 10;

/** One record in a hundred matches each of the filters. */
const FILL = `
  INSERT INTO audit_record (company_id, id, at, operation, object_type, object_id, plan_id, actor_kind, actor_id)
  SELECT $1, lpad(to_hex(n), 24, '0'), '2026-03-01T00:00:00Z'::timestamptz + n * interval '1 minute',
    CASE WHEN n % 100 = 0 THEN 'plan.delete' ELSE 'plan.update' END,
    CASE WHEN n % 100 = 1 THEN 'note' ELSE 'plan' END, 'object-' || n % 100, lpad(to_hex(n), 24, '0'), 'user',
    'actor-' || n % 100
  FROM generate_series(1, $2::integer) n`;

const DELETED_PLANS = `
  INSERT INTO deleted_plan (company_id, plan_id, deleted_at, document)
  SELECT $1, lpad(to_hex(n), 24, '0'), '2026-03-01T00:00:00Z'::timestamptz + n * interval '1 minute', '{}'
  FROM generate_series(1, $2::integer) n`;

/** 1 MiB that does not compress, which the list cuts. */
const LARGE = `
  INSERT INTO audit_record (company_id, id, operation, object_type, object_id, actor_kind, before, listed)
  SELECT $1, 'large', 'plan.update', 'plan', 'large', 'user', to_json(string_agg(md5(n::text), '')),
    '{"truncated":true}'
  FROM generate_series(1, 32768) n`;

const PLANS = `
  INSERT INTO action_plan (company_id, id, visibility, created_at, document)
  SELECT $1, lpad(to_hex(n), 24, '0'), 'PUBLIC', now(), '{}' FROM generate_series(1, $2::integer) n`;

onOneServer('compares the plans of one server; that of Citus names the statement for a worker');

describe('the statements of the audit trail', () => {
  let app: TestApp;
  let client: pg.Client;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start({ AUDIT_RETENTION: '3660d' });
    companyId = await app.company();
    const companies = [companyId];
    while (companies.length <= OTHER_COMPANIES) companies.push(await app.company());
    for (const company of companies) {
      await app.sql(FILL, [company, RECORDS]);
      await app.sql(PLANS, [company, RECORDS]);
      await app.sql(DELETED_PLANS, [company, RECORDS]);
    }
    await settle(app, ['audit_record', 'action_plan', 'deleted_plan']);
    client = await openClient(app.databaseUrl);
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  const hour = ['2026-03-10T10:00:00Z', '2026-03-10T10:59:59Z'];
  const cases: [string, (keyof AuditFilter)[], unknown[], number][] = [
    ['an actor', ['actorId'], ['actor-7'], RECORDS / 100],
    ['a type of object', ['objectType'], ['note'], RECORDS / 100],
    ['an object', ['objectId'], ['object-7'], RECORDS / 100],
    ['an operation', ['operation'], ['plan.delete'], RECORDS / 100],
    ['a period', ['since', 'until'], hour, 60],
    ['an object within a period', ['objectId', 'since', 'until'], ['object-7', ...hour], 60],
  ];

  it.each(cases)(
    'read by index the records of %s and the plans of a page',
    async (_, filters, values, found) => {
      const { text } = listAuditRecords(filters);
      for (const scans of await scansOf(client, text, [companyId, 'reader', 0, PAGE, ...values])) {
        expect(scans.filter(isSequential)).toEqual([]);
        for (const scan of scans) {
          const limit = scan['Relation Name'] === 'action_plan' ? PAGE : found;
          expect(rowsOf(scan)).toBeLessThanOrEqual(limit);
        }
      }
    },
  );

  it.each([
    { ...OLD_AUDIT_RECORDS.companies, values: () => [] },
    { ...OLD_DELETED_PLANS.companies, values: () => [] },
    { ...OLD_AUDIT_RECORDS.remove, values: () => [companyId] },
    { ...OLD_DELETED_PLANS.remove, values: () => [companyId] },
  ])('$name reads the oldest by index', async ({ text, values }) => {
    await client.query('BEGIN');
    try {
      for (const scans of await scansOf(client, text, [...values(), 0, PAGE])) {
        expect(scans.filter(isSequential)).toEqual([]);
        for (const scan of scans) expect(rowsOf(scan)).toBeLessThanOrEqual(PAGE);
      }
    } finally {
      await client.query('ROLLBACK');
    }
  });

  it('read for a page without filters this page, and count by an index', async () => {
    const { text } = listAuditRecords([]);
    for (const scans of await scansOf(client, text, [companyId, 'reader', 0, PAGE])) {
      expect(scans.filter(isSequential)).toEqual([]);
      const rows = scans.map(rowsOf).sort((a, b) => b - a);
      expect(rows[0]).toBeLessThanOrEqual(RECORDS + 10);
      expect(rows.slice(1).every((each) => each <= PAGE)).toBe(true);
    }
  });

  it('do not read large values of which a page shows less', async () => {
    const large = await app.company();
    await app.sql(LARGE, [large]);
    const blocks = async (statement: string): Promise<number> => {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
        [large, 'reader', 0, PAGE],
      );
      const [{ Plan: plan }] = rows[0]!['QUERY PLAN'];
      return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    };
    const { text } = listAuditRecords([]);
    expect(await blocks(text.replaceAll('AND r.listed IS NULL', ''))).toBeGreaterThan(100);
    expect(await blocks(text)).toBeLessThan(20);
  });
});
