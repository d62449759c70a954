import { COMPANY_CHANGES } from '../support/builders/change.js';
import { PLANS } from '../support/builders/plan.js';
import { TEMPLATES, templateBody } from '../support/builders/template.js';
import { runSql } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { InstalledPostgres, POSTGRES_START_LIMIT_MS } from '../support/installed-postgres.js';
import { runWes } from '../support/loaded-program.js';
import { endServices, ServiceProcess } from '../support/service-process.js';

const TABLES = `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;

/** A webhook, a message that was not sent, and a mail about it. */
const WEBHOOK = `
  WITH webhook AS (
    INSERT INTO webhook (
      company_id, id, url, types, scopes, secret, disabled_reason, disabled_at, place, company_position, created_at,
      updated_at
    )
    SELECT id, 'webhook', 'https://receiver.example', '{}', '{}', '\\x00', 'DISABLED', now(), '', 0, now(), now()
    FROM company LIMIT 1 RETURNING company_id, id
  ), mail AS (
    INSERT INTO webhook_mail (company_id, webhook_id, mailed_at) SELECT company_id, id, now() FROM webhook
  )
  INSERT INTO webhook_message (company_id, webhook_id, id, type, status, created_at)
  SELECT company_id, id, 'message', 'plan.changed', 'FAILED', now() FROM webhook`;

let server: InstalledPostgres;

beforeAll(async () => {
  server = await InstalledPostgres.start();
}, POSTGRES_START_LIMIT_MS);
afterAll(async () => {
  await endServices();
  await server.stop();
});

async function wes(databaseUrl: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runWes(args, { DATABASE_URL: databaseUrl });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

/** Number and digest of the rows of each table. */
async function contents(databaseUrl: string): Promise<Record<string, string>> {
  const tables = await runSql<{ name: string }>(databaseUrl, TABLES);
  const digests = tables.map(({ name }) => {
    const digest = 'coalesce(sum(hashtextextended(t::text, 0)), 0)';
    return `SELECT '${name}' AS name, concat_ws(' rows ', count(*), ${digest}) AS digest FROM ${name} t`;
  });
  const rows = await runSql<{ name: string; digest: string }>(databaseUrl, digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** The definitions of everything in a database, without the random key that new versions of `pg_dump` print. */
async function definitions(databaseUrl: string): Promise<string> {
  const text = await server.run('pg_dump', '--schema-only', databaseUrl);
  return text.replaceAll(/^\\(un)?restrict .*$/gm, '');
}

/** A sync between its upload and the end of its preview. */
const SYNC = `
  WITH sync AS (
    INSERT INTO employee_sync (company_id, id, source, status, applies_when_ready, created_by)
    SELECT id, 'sync', 'hr', 'PREVIEWING', false, 'key' FROM company LIMIT 1 RETURNING company_id, id
  ), upload AS (
    INSERT INTO employee_sync_upload (company_id, sync_id, form) SELECT company_id, id, 'json' FROM sync
  ), source AS (
    INSERT INTO employee_source (company_id, source, document, created_at, updated_at)
    SELECT company_id, 'hr', '{}', now(), now() FROM sync
  )
  INSERT INTO employee_sync_row (company_id, sync_id, kind, position, changes, is_move)
  SELECT company_id, id, 'added', 0, '[]', false FROM sync`;

/** A person whom SCIM has written. */
const SCIM = `
  WITH request AS (
    INSERT INTO scim_request (company_id, id, at, api_key_id, request, status, duration_ms)
    SELECT id, 'request', now(), 'key', 'GET Users', 200, 1 FROM company LIMIT 1
  )
  INSERT INTO scim_user (company_id, employee_id, user_name, user_name_key, email_keys, details, updated_at)
  SELECT company_id, id, 'Jo', 'jo', '{}', '{}', now() FROM employee LIMIT 1`;

/** A company whose data is not removed. */
const FORMER_KEY = `
  INSERT INTO key_period (company_id, key, kind, holder_id, is_user, since, until)
  SELECT company_id, 'former@example.com', 'email', id, false, now(), now() FROM employee LIMIT 1`;
const HOLD = `
  INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
  SELECT id, 'hold', true, '{}', '{}', 'Lawsuit', now() FROM company LIMIT 1`;

/** A person who has unsubscribed, and an assignment of which nobody was told yet. */
const REMINDERS = `
  WITH recipient AS (
    INSERT INTO reminder_recipient (company_id, id, email_key, reminders)
    SELECT id, 'recipient', 'jo@example.com', false FROM company LIMIT 1
  )
  INSERT INTO new_assignment (company_id, employee_id, action_id, assigned_by)
  SELECT company_id, 'employee', id, 'user' FROM plan_action LIMIT 1`;

/** A person who was erased. */
const ERASURE = `
  WITH erasure AS (
    INSERT INTO person_erasure (company_id, id, state, counts, reason, requested_by)
    SELECT id, 'erasure', 'DONE', '{}', 'x', 'key' FROM company LIMIT 1 RETURNING company_id, id
  )
  INSERT INTO person_erasure_key (company_id, erasure_id, hash) SELECT company_id, id, '\\x00' FROM erasure`;

/** A company that was deleted. */
const DELETED = `INSERT INTO company_erasure (company_id, deleted_at) VALUES (repeat('a', 24), now())`;

/** A request for access. */
const ACCESS = `
  INSERT INTO person_access (company_id, id, state, language, requested_by)
  SELECT id, 'access', 'EXPIRED', 'en', 'key' FROM company LIMIT 1`;

/** What a sign-in leaves. */
const SIGN_IN = `
  WITH client AS (
    INSERT INTO sign_in_client (issuer, client_id, company_id)
    SELECT 'https://login.example.com', 'app', id FROM company LIMIT 1
  ), token AS (
    INSERT INTO sign_in_token (company_id, digest, expires_at)
    SELECT id, '\\x00', now() + interval '1 day' FROM company LIMIT 1
  ), code AS (
    INSERT INTO sign_in_code (address_digest, requested, expires_at)
    VALUES ('\\x00', ARRAY[now()], now() + interval '1 day')
  )
  INSERT INTO sign_in_link (company_id, issuer, subject, user_id, created_at)
  SELECT company_id, 'https://login.example.com', 'ana', id, now() FROM user_account LIMIT 1`;

it('a dump restores every table, on which the service continues', async () => {
  const [original, restored] = [server.url('original'), server.url('restored')];
  await runSql(server.url('postgres'), 'CREATE DATABASE original');
  await wes(original, 'migrate');
  const demo = await wes(original, 'demo', '--yes', '--json');
  const [{ managerSessionId, adminSessionId }] = (
    JSON.parse(demo) as { companies: [{ managerSessionId: string; adminSessionId: string }] }
  ).companies;
  const before = await ServiceProcess.start({ databaseUrl: original });
  const { body: plan } = await before
    .as(managerSessionId)
    .post(PLANS, { title: { defaultValue: 'Kept' } }, { headers: { 'Idempotency-Key': 'kept' } });
  expect((await before.as(managerSessionId).post(`${PLANS}/${plan.id}/excel`)).status).toBe(200);
  const { body: deleted } = await before
    .as(managerSessionId)
    .post(PLANS, { title: { defaultValue: 'Deleted' } });
  expect((await before.as(managerSessionId).delete(`${PLANS}/${deleted.id}`)).status).toBe(204);
  const { body: template } = await before.as(adminSessionId).post(TEMPLATES, templateBody());
  expect((await before.as(adminSessionId).delete(`${TEMPLATES}/${template.id}`)).status).toBe(200);
  const { body: feed } = await before.as(managerSessionId).get(COMPANY_CHANGES);
  await eventually(async () =>
    expect(await runSql(original, 'SELECT FROM plan_export_link')).not.toEqual([]),
  );
  await before.stop();
  await runSql(original, SYNC);
  await runSql(original, REMINDERS);
  await runSql(original, WEBHOOK);
  await runSql(original, SCIM);
  await runSql(original, ERASURE);
  await runSql(original, DELETED);
  await runSql(original, HOLD);
  await runSql(original, FORMER_KEY);
  await runSql(original, ACCESS);
  await runSql(original, SIGN_IN);

  await server.run('pg_dump', '--format=custom', '--file=wes.dump', original);
  await runSql(server.url('postgres'), 'CREATE DATABASE restored');
  await server.run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restored}`, 'wes.dump');

  const rows = await contents(restored);
  expect(rows).toEqual(await contents(original));
  const empty = Object.keys(rows).filter((name) => rows[name]!.startsWith('0 rows'));
  expect(empty).toEqual(['announcement_template_tombstone']); // only the release before writes it
  expect(await definitions(restored)).toBe(await definitions(original));

  expect(await wes(restored, 'migrate')).toBe('The database is up to date.\n');
  const after = await ServiceProcess.start({ databaseUrl: restored });
  const manager = after.as(managerSessionId);
  expect(await manager.get(`${PLANS}/${plan.id}`)).toMatchObject({ status: 200, body: plan });
  expect((await manager.get(`${COMPANY_CHANGES}?after=${feed.cursor}`)).body.changes).toEqual([]);
  expect((await manager.patch(`${PLANS}/${plan.id}`, { title: { defaultValue: 'Changed' } })).status).toBe(
    200,
  );
  expect(await after.stop()).toEqual({ code: 0, signal: null });
});
