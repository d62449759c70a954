import {
  AuditRetention,
  MAX_PLAN_REMOVALS,
  MAX_REMOVALS,
} from '../../../src/audit/application/audit-retention.js';
import { freshDatabase, openClient, runSql } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { TestApp } from '../../support/test-app.js';

const DAY_MS = 86_400_000;

const FILL = `
  INSERT INTO audit_record (company_id, id, at, operation, object_type, object_id, actor_kind)
  SELECT $1, $3 || lpad(to_hex(n), 23, '0'), now() - $2 * interval '1 day', 'plan.update', 'plan', 'x', 'user'
  FROM generate_series(1, $4::integer) n`;

const FILL_PLANS = `
  INSERT INTO deleted_plan (company_id, plan_id, deleted_at, document)
  SELECT $1, $3 || lpad(to_hex(n), 23, '0'), now() - $2 * interval '1 day', '{}'
  FROM generate_series(1, $4::integer) n`;

describe('the retention of audit records', () => {
  let url: string;
  beforeEach(async () => {
    url = await freshDatabase();
  });

  const fill = (age: number, prefix: string, count: number) =>
    runSql(url, FILL, ['company', age, prefix, count]);
  const ages = async (): Promise<number[]> => {
    const rows = await runSql<{ age: number }>(
      url,
      `SELECT DISTINCT round(extract(epoch FROM now() - at) / 86400)::integer AS age FROM audit_record
      WHERE company_id = 'company' ORDER BY 1`,
    );
    return rows.map(({ age }) => age);
  };

  const plans = async (): Promise<string[]> => {
    const rows = await runSql<{ prefix: string }>(
      url,
      'SELECT DISTINCT left(plan_id, 1) AS prefix FROM deleted_plan ORDER BY 1',
    );
    return rows.map(({ prefix }) => prefix);
  };

  it('is AUDIT_RETENTION, which a worker applies when it starts', async () => {
    await fill(8, 'a', 3);
    await fill(6, 'b', 3);
    const api = await TestApp.start({ AUDIT_RETENTION: '7d' }, url, { isWorker: false });
    expect(await ages()).toEqual([6, 8]);
    const worker = await TestApp.start({ AUDIT_RETENTION: '7d' }, url);
    try {
      await eventually(async () => expect(await ages()).toEqual([6]));
    } finally {
      await worker.stop();
      await api.stop();
    }
  });

  it('removes the oldest first, in batches, beside another worker', async () => {
    await fill(9, 'a', MAX_REMOVALS);
    await fill(8, 'b', 500);
    await fill(6, 'c', 3);
    const app = await TestApp.start({}, url, { isWorker: false });
    const other = await openClient(url);
    try {
      await other.query('BEGIN');
      await other.query(
        `SELECT FROM audit_record WHERE company_id = 'company' AND id LIKE 'a%' LIMIT 10 FOR UPDATE`,
      );
      await app.app.get(AuditRetention).removeExpired(7 * DAY_MS);
      expect(await ages()).toEqual([6, 9]);
      await other.query('ROLLBACK');
      await app.app.get(AuditRetention).removeExpired(7 * DAY_MS);
      expect(await ages()).toEqual([6]);
    } finally {
      await other.end();
      await app.stop();
    }
  });

  it('is the one of deleted plans, too, in smaller batches, beside another worker', async () => {
    const app = await TestApp.start({}, url, { isWorker: false });
    const companyId = await app.company();
    const other = await openClient(url);
    try {
      await app.sql(FILL_PLANS, [companyId, 9, 'a', MAX_PLAN_REMOVALS]);
      await app.sql(FILL_PLANS, [companyId, 8, 'b', 50]);
      await app.sql(FILL_PLANS, [companyId, 6, 'c', 3]);
      await other.query('BEGIN');
      await other.query(
        `SELECT FROM deleted_plan WHERE company_id = $1 AND plan_id LIKE 'a%' LIMIT 10 FOR UPDATE`,
        [companyId],
      );
      await app.app.get(AuditRetention).removeExpired(7 * DAY_MS);
      expect(await plans()).toEqual(['a', 'c']);
      await other.query('ROLLBACK');
      await app.app.get(AuditRetention).removeExpired(7 * DAY_MS);
      expect(await plans()).toEqual(['c']);
    } finally {
      await other.end();
      await app.stop();
    }
  });
});
