import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDemo } from '../../src/demo/demo.module.js';
import { ApiClient } from '../support/api-client.js';
import { PLANS } from '../support/builders/plan.js';
import { eventually } from '../support/eventually.js';
import { runWes } from '../support/loaded-program.js';
import type { WesResult } from '../support/run-wes.js';
import { TestApp } from '../support/test-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

function wes(...args: string[]): Promise<WesResult> {
  return runWes(args, { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
}

async function json<T = { id: string }>(...args: string[]): Promise<T> {
  const { exitCode, stdout, stderr } = await wes(...args, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

async function refusal(...args: string[]): Promise<{ code: string; message: string }> {
  const { exitCode, stdout, stderr } = await wes(...args, '--json');
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  return (JSON.parse(stderr) as { error: { code: string; message: string } }).error;
}

const nameOf = async (id: string): Promise<unknown> =>
  (await app.sql('SELECT name FROM company WHERE id = $1', [id]))[0]?.['name'];

describe('wes company create', () => {
  it('refuses a name that a company has, unless it is to have the same', async () => {
    const { id } = await json('company', 'create', '--name', 'Contoso');
    expect(await refusal('company', 'create', '--name', 'Contoso')).toEqual({
      code: 'COMPANY_NAME_CONFLICT',
      message: `Company ${id} has this name already; --allow-same-name gives it to another one, too.`,
    });
    await json('company', 'create', '--name', 'contoso');
    await json('company', 'create', '--name', 'Contoso', '--allow-same-name');
    expect(await app.sql(`SELECT FROM company WHERE name = 'Contoso'`)).toHaveLength(2);
  });
});

describe('wes company rename', () => {
  it('renames a company, which is found by the new name only', async () => {
    const { id } = await json('company', 'create', '--name', 'Old');
    const { stdout } = await wes('company', 'rename', '--company', 'Old', '--name', 'New');
    expect(stdout).toBe(`Company ${id} has the name New now.\n`);
    expect(await json('user', 'list', '--company', 'New')).toEqual([]);
    expect((await refusal('user', 'list', '--company', 'Old')).code).toBe('COMPANY_NOT_FOUND');
    expect(await json('company', 'rename', '--company', 'New', '--name', 'New')).toEqual({ id, name: 'New' });
    const renamed = await json('audit', '--company', id, '--operation', 'company.rename');
    expect(renamed).toMatchObject([{ before: { name: 'Old' }, after: { name: 'New' } }]);
  });

  it('refuses a name that another company has, unless it is to have the same', async () => {
    await json('company', 'create', '--name', 'Taken');
    const { id } = await json('company', 'create', '--name', 'Free');
    const rename = ['company', 'rename', '--company', id, '--name', 'Taken'];
    expect((await refusal(...rename)).code).toBe('COMPANY_NAME_CONFLICT');
    expect(await nameOf(id)).toBe('Free');
    await json(...rename, '--allow-same-name');
    expect(await nameOf(id)).toBe('Taken');
    expect(await wes('company', 'rename', '--company', id, '--name', ' ')).toMatchObject({ exitCode: 2 });
  });
});

describe('wes company delete', () => {
  /** Larger than a batch. */
  const AUDIT_RECORDS = 25_000;
  const NAME = 'Aurora Hotels';
  let company: string;
  let other: string;
  let manager: ApiClient;

  /** Numbers of rows of a company, by table. */
  async function rowsOf(companyId: string): Promise<Record<string, number>> {
    const tables = await app.sql<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE a.attname = 'company_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relnamespace = 'public'::regnamespace`,
    );
    const rows: Record<string, number> = {};
    for (const { name } of tables) {
      const counts = await app.sql<{ number: number }>(
        `SELECT count(*)::integer AS number FROM ${name} WHERE company_id = $1`,
        [companyId],
      );
      rows[name] = counts[0]!.number;
    }
    return rows;
  }

  const files = (): Promise<string[]> => readdir(join(app.dataDir, 'exports'));

  beforeAll(async () => {
    const demo = await loadDemo(app.app);
    await demo.recreate();
    const [first, second] = await demo.issueCredentials();
    [company, other] = [first!.companyId, second!.companyId];
    expect(first!.companyName).toBe(NAME);
    manager = new ApiClient(app.baseUrl, { SessionId: first!.managerSessionId });
    const title = { defaultValue: 'Plan' };
    const headers = { 'Idempotency-Key': 'once' };
    const { body: plan } = await manager.post(PLANS, { title }, { headers });
    const { body: deleted } = await manager.post(PLANS, { title });
    await manager.delete(`${PLANS}/${deleted.id}`);
    const { headers: answered } = await manager.post(`${PLANS}/${plan.id}/excel`);
    await eventually(async () =>
      expect((await manager.get(answered.get('location')!)).body.status).toBe('SENT'),
    );
    await app.sql(
      `WITH sync AS (
         INSERT INTO employee_sync (company_id, id, source, status, applies_when_ready, created_by)
         SELECT id, repeat('a', 24), 'hr', 'READY', false, 'x' FROM company WHERE id IN ($1, $2)
       ), source AS (
         INSERT INTO employee_source (company_id, source, document, created_at, updated_at)
         SELECT id, 'hr', '{}', now(), now() FROM company WHERE id IN ($1, $2)
       )
       INSERT INTO employee_sync_upload (company_id, sync_id, form)
       SELECT id, repeat('b', 24), 'json' FROM company WHERE id IN ($1, $2)`,
      [company, other],
    );
    await app.sql(
      `WITH recipient AS (
         INSERT INTO reminder_recipient (company_id, id, email_key)
         SELECT id, repeat('c', 24), 'jo@example.com' FROM company WHERE id IN ($1, $2)
       )
       INSERT INTO new_assignment (company_id, employee_id, action_id, assigned_by)
       SELECT DISTINCT ON (company_id) company_id, repeat('d', 24), id, 'x' FROM plan_action
       WHERE company_id IN ($1, $2)`,
      [company, other],
    );
    await app.sql(
      `WITH webhook AS (
         INSERT INTO webhook (company_id, id, url, types, scopes, secret, disabled_at, place, company_position,
           created_at, updated_at)
         SELECT id, repeat('e', 24), 'https://x.example.com', '{employee.changed}', '{}', '', now(), '', 0, now(), now()
         FROM company WHERE id IN ($1, $2)
       ), former AS (
         INSERT INTO key_period (company_id, key, kind, holder_id, is_user, since, until)
         SELECT id, 'x@example.com', 'email', repeat('c', 24), false, now(), now() FROM company WHERE id IN ($1, $2)
       ), mail AS (
         INSERT INTO webhook_mail (company_id, webhook_id, mailed_at)
         SELECT id, repeat('e', 24), now() FROM company WHERE id IN ($1, $2)
       )
       INSERT INTO webhook_message (company_id, webhook_id, id, type, status, created_at)
       SELECT id, repeat('e', 24), repeat('f', 24), 'employee.changed', 'FAILED', now()
       FROM company WHERE id IN ($1, $2)`,
      [company, other],
    );
    await app.sql(
      `WITH request AS (
         INSERT INTO scim_request (company_id, id, at, api_key_id, request, status, duration_ms)
         SELECT id, repeat('a', 24), now(), 'key', 'GET Users', 200, 1 FROM company WHERE id IN ($1, $2)
       )
       INSERT INTO scim_user (company_id, employee_id, email_keys, details, updated_at)
       SELECT DISTINCT ON (company_id) company_id, id, '{}', '{}', now() FROM employee WHERE company_id IN ($1, $2)`,
      [company, other],
    );
    await app.sql(
      `WITH erasure AS (
         INSERT INTO person_erasure (company_id, id, state, counts, reason, requested_by)
         SELECT id, 'erasure', 'DONE', '{}', 'x', 'key' FROM company WHERE id IN ($1, $2) RETURNING company_id, id
       )
       INSERT INTO person_erasure_key (company_id, erasure_id, hash) SELECT company_id, id, '\\x00' FROM erasure`,
      [company, other],
    );
    await app.sql(
      `INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
       SELECT id, repeat('a', 24), true, '{}', '{}', 'x', now() FROM company WHERE id IN ($1, $2)`,
      [company, other],
    );
    await app.sql(
      `WITH client AS (
         INSERT INTO sign_in_client (issuer, client_id, company_id)
         SELECT 'https://login.example.com', id, id FROM company WHERE id IN ($1, $2)
       ), token AS (
         INSERT INTO sign_in_token (company_id, digest, expires_at)
         SELECT id, '\\x00', now() FROM company WHERE id IN ($1, $2)
       )
       INSERT INTO sign_in_link (company_id, issuer, subject, user_id, created_at)
       SELECT DISTINCT ON (company_id) company_id, 'https://login.example.com', 'ana', id, now() FROM user_account
       WHERE company_id IN ($1, $2)`,
      [company, other],
    );
    await app.sql(
      `INSERT INTO person_access (company_id, id, state, language, requested_by)
       SELECT id, 'access', 'EXPIRED', 'en', 'key' FROM company WHERE id IN ($1, $2)`,
      [company, other],
    );
    await app.sql(
      `INSERT INTO employee_sync_row (company_id, sync_id, kind, position, changes, is_move)
       SELECT $1, repeat('a', 24), 'added', n, '[]', false FROM generate_series(1, 6000) AS n`,
      [company],
    );
    await app.sql(
      `INSERT INTO audit_record (company_id, id, operation, object_type, object_id, actor_kind)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'plan.update', 'plan', 'x', 'user' FROM generate_series(1, $2) AS n`,
      [company, AUDIT_RECORDS],
    );
  }, 60_000);

  it('says what would go, and deletes nothing, without --confirm', async () => {
    const before = await rowsOf(company);
    for (const [table, rows] of Object.entries(before))
      expect([table, rows > 0]).toEqual([table, table !== 'company_erasure']);
    const { content, ...rest } = await json<{ content: object }>('company', 'delete', '--company', NAME);
    expect(rest).toEqual({ id: company, name: NAME, deleted: false });
    expect(content).toMatchObject({
      users: before['user_account'],
      employees: before['employee'],
      plans: before['action_plan'],
      deletedPlans: 1,
      exportFiles: 1,
      timesheets: before['timesheet_entry'],
      auditRecords: before['audit_record'],
    });
    const { stdout, stderr } = await wes('company', 'delete', '--company', company);
    expect(stdout).toMatch(new RegExp(`^users +${before['user_account']}$`, 'm'));
    expect(stderr).toContain(`Nothing was deleted. --confirm with the name deletes company ${company}`);
    expect(await rowsOf(company)).toEqual(before);
  });

  it('refuses the wrong name', async () => {
    const before = await rowsOf(company);
    for (const name of ['aurora hotels', company, ''])
      expect(await refusal('company', 'delete', '--company', company, '--confirm', name)).toEqual({
        code: 'DELETION_NOT_CONFIRMED',
        message: `Nothing was deleted: --confirm must be the name of company ${company}, which is ${NAME}.`,
      });
    expect((await refusal('company', 'delete', '--company', 'None', '--confirm', 'None')).code).toBe(
      'COMPANY_NOT_FOUND',
    );
    expect(await rowsOf(company)).toEqual(before);
  });

  it('refuses a company under a legal hold', async () => {
    const before = await rowsOf(company);
    expect((await refusal('company', 'delete', '--company', company, '--confirm', NAME)).code).toBe(
      'LEGAL_HOLD',
    );
    expect(await rowsOf(company)).toEqual(before);
    await app.sql('DELETE FROM legal_hold WHERE company_id = $1', [company]);
  });

  it('deletes nothing when its last statement fails', async () => {
    const before = await rowsOf(company);
    await app.sql('CREATE TABLE holder (owner text REFERENCES company)');
    await app.sql('INSERT INTO holder VALUES ($1)', [company]);
    expect((await refusal('company', 'delete', '--company', company, '--confirm', NAME)).code).toBe(
      'UNEXPECTED',
    );
    await app.sql('DROP TABLE holder');
    expect(await rowsOf(company)).toEqual(before);
    expect((await manager.get(PLANS)).status).toBe(200);
    expect(await files()).toHaveLength(1);
  });

  it('deletes everything of the company, files of exports included, and nothing of another one', async () => {
    const [before, ofOther] = [await rowsOf(company), await rowsOf(other)];
    const confirmed = ['company', 'delete', '--company', company, '--confirm', NAME];
    const { content, ...rest } = await json<{ content: object }>(...confirmed);
    expect(rest).toEqual({ id: company, name: NAME, deleted: true });
    expect(content).toMatchObject({ employees: before['employee'], auditRecords: before['audit_record'] });
    expect(await app.sql('SELECT FROM company WHERE id = $1', [company])).toEqual([]);
    const nothing = Object.fromEntries(Object.keys(before).map((table) => [table, 0]));
    await eventually(async () => {
      expect(await files()).toEqual([]);
      expect(await rowsOf(company)).toEqual({ ...nothing, audit_record: 1, company_erasure: 1 });
    });
    expect(
      await app.sql('SELECT operation, before FROM audit_record WHERE company_id = $1', [company]),
    ).toEqual([
      {
        operation: 'company.delete',
        before: { id: company, name: NAME, timeZone: expect.anything(), isDemo: true },
      },
    ]);
    await eventually(async () => expect((await manager.get(PLANS)).status).toBe(401));
    expect(await rowsOf(other)).toEqual(ofOther);
    expect((await refusal('company', 'delete', '--company', company, '--confirm', NAME)).code).toBe(
      'COMPANY_NOT_FOUND',
    );
  });
});
