import { randomBytes } from 'node:crypto';
import { ApiClient } from '../support/api-client.js';
import { employeeBody, INVITE } from '../support/builders/employee.js';
import { eventually } from '../support/eventually.js';
import { runWes } from '../support/loaded-program.js';
import { runWesOnTerminal, type WesResult } from '../support/run-wes.js';
import { TestApp } from '../support/test-app.js';
import {
  bodyOf,
  COMPANY_WEBHOOKS,
  LOCAL_RECEIVERS,
  WebhookFixture,
  WEBHOOKS,
  type CreatedWebhook,
} from '../support/webhook-fixture.js';
import { WebhookReceiver, type Reply } from '../support/webhook-receiver.js';

const UNKNOWN = '0123456789abcdef01234567';
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const KEY = randomBytes(32).toString('base64');

let app: TestApp;
let fixture: WebhookFixture;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  app = await TestApp.start({ ...LOCAL_RECEIVERS, SECRETS_KEY: KEY });
});
afterAll(async () => {
  await app.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});
beforeEach(async () => {
  fixture = await WebhookFixture.open(app);
});

const wes = (...args: string[]): Promise<WesResult> =>
  runWes(['webhook', ...args, '--company', fixture.companyId], { DATABASE_URL: app.databaseUrl });

/** The JSON document of a command that succeeds. */
async function json(...args: string[]): Promise<unknown> {
  const { exitCode, stdout, stderr } = await wes(...args, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).not.toMatch(/whsec|secret(?!Until)/i);
  return JSON.parse(stdout);
}

async function refusal(...args: string[]): Promise<{ code: string; message: string }> {
  const { exitCode, stdout, stderr } = await wes(...args, '--json');
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  return (JSON.parse(stderr) as { error: { code: string; message: string } }).error;
}

/** The cells of the table of a command that succeeds. */
async function cells(...args: string[]): Promise<string[][]> {
  const { exitCode, stdout, stderr } = await wes(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split(/ {2,}/));
}

async function newReceiver(reply?: Reply): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start(app, reply);
  receivers.push(receiver);
  return receiver;
}

/** A webhook whose address is never called. */
const someWebhook = (): Promise<CreatedWebhook> => fixture.create('https://receiver.example/wes');

describe('wes webhook list and show', () => {
  it('show the webhooks of one company, the oldest first, without secrets', async () => {
    const [first, second] = [await someWebhook(), await someWebhook()];
    const shown = await fixture.show(first);
    expect(await json('list')).toEqual([shown, await fixture.show(second)]);
    expect(await json('show', '--id', first.id)).toEqual(shown);
    const [headings, row] = await cells('list');
    expect(headings).toEqual([
      ...['ID', 'URL', 'TYPES', 'ENABLED', 'REASON', 'FAILING SINCE', 'KEY', 'USER', 'CREATED'],
    ]);
    expect(row).toEqual([
      ...[first.id, 'https://receiver.example/wes', 'employee.changed, employee.deleted', 'yes', '-', '-'],
      ...[shown['apiKeyId'], '-', expect.stringMatching(DATE_TIME)],
    ]);
    bodyOf(await fixture.hr.post(`${first.path}/rotate`));
    const lines = await cells('show', '--id', first.id);
    expect(lines).toContainEqual(['BOTH SECRETS UNTIL', expect.stringMatching(DATE_TIME)]);
  });

  it('refuse a webhook that another company has', async () => {
    const { id } = await someWebhook();
    fixture = await WebhookFixture.open(app);
    for (const command of ['show', 'deliveries', 'enable', 'disable'])
      expect((await refusal(command, '--id', id)).code).toBe('WEBHOOK_NOT_FOUND');
    expect((await refusal('delete', '--id', id, '--yes')).code).toBe('WEBHOOK_NOT_FOUND');
    expect(await json('list')).toEqual([]);
  });
});

describe('wes webhook deliveries', () => {
  it('lists messages with their attempts, the newest first, also those with one status', async () => {
    const receiver = await newReceiver((response) =>
      response.writeHead(500, { connection: 'close' }).end('out of order'),
    );
    const webhook = await fixture.create(receiver.url);
    const employeeId = await fixture.invite();
    await eventually(async () => {
      const [delivery] = (await json('deliveries', '--id', webhook.id)) as [{ attempts: unknown[] }];
      expect(delivery).toMatchObject({ type: 'employee.changed', objectId: employeeId, status: 'WAITING' });
      expect(delivery.attempts[0]).toMatchObject({ status: 500, answer: 'out of order' });
    });
    const [headings, row] = await cells('deliveries', '--id', webhook.id, '--status', 'WAITING');
    expect(headings).toEqual([
      ...['ID', 'TYPE', 'OBJECT', 'STATUS', 'CREATED', 'ATTEMPTS', 'LAST', 'ANSWER', 'REASON', 'NEXT'],
    ]);
    expect(row!.slice(1, 4)).toEqual(['employee.changed', employeeId, 'WAITING']);
    expect(row!.slice(7, 9)).toEqual(['500', 'The answer has no status of success (2xx).']);
    expect(await json('deliveries', '--id', webhook.id, '--status', 'DELIVERED')).toEqual([]);
  });

  it('shows as many as are asked for, up to 10,000', async () => {
    const { id } = await someWebhook();
    const add = `
      INSERT INTO webhook_message (company_id, webhook_id, id, type, status, created_at)
      SELECT $1, $2, n::text, 'employee.changed', 'DELIVERED', now() - n * interval '1 s' FROM generate_series(1, 3) n`;
    await app.sql(add, [fixture.companyId, id]);
    const { stdout, stderr } = await wes('deliveries', '--id', id, '--limit', '2');
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toBe('The newest 2 are shown; there may be more (--limit).\n');
    expect(await json('deliveries', '--id', id, '--limit', '10000')).toMatchObject([
      ...[{ id: '1' }, { id: '2' }, { id: '3' }],
    ]);
    const { exitCode, stderr: usage } = await wes('deliveries', '--id', id, '--limit', '10001');
    expect([exitCode, usage]).toEqual([2, expect.stringContaining('from 1 to 10000')]);
    expect(await wes('deliveries', '--id', id, '--status', 'LOST')).toMatchObject({ exitCode: 2 });
  });
});

describe('wes webhook disable and enable', () => {
  it('stop and start it: what changes meanwhile is not told', async () => {
    const receiver = await newReceiver();
    const webhook = await fixture.create(receiver.url);
    const known = { id: webhook.id, companyId: fixture.companyId };
    expect(await json('disable', '--id', webhook.id)).toEqual({
      ...{ ...known, enabled: false, disabledReason: 'DISABLED' },
    });
    await fixture.invite();
    const { stdout } = await wes('disable', '--id', webhook.id);
    expect(stdout).toBe(`Webhook ${webhook.id} is disabled (DISABLED).\n`);
    expect(await json('enable', '--id', webhook.id)).toEqual({ ...known, enabled: true });
    expect(await fixture.show(webhook)).toMatchObject({ enabled: true });
    const told = await fixture.invite();
    await eventually(() => expect(receiver.messages.map(({ data }) => data.id)).toEqual([told]), 10_000);
  });

  it('fails what waits', async () => {
    const receiver = await newReceiver((response) => response.writeHead(503).end());
    const webhook = await fixture.create(receiver.url);
    await fixture.invite();
    await eventually(async () => expect(await fixture.show(webhook)).toHaveProperty('failingSince'));
    await wes('disable', '--id', webhook.id);
    expect(await json('deliveries', '--id', webhook.id)).toMatchObject([{ status: 'FAILED' }]);
  });

  it('is refused, with the reason, while the owner may not have it', async () => {
    const { id, path } = await someWebhook();
    const { apiKeyId } = await fixture.show({ id, path, secret: '' });
    const admin = await app.user('ADMIN', fixture.companyId);
    const content = { url: 'https://receiver.example/wes', types: ['plan.changed'] };
    const { id: ofAdmin } = bodyOf(await admin.post(COMPANY_WEBHOOKS, content)) as { id: string };
    const other = await app.user('ADMIN', fixture.companyId);
    const isDisabled = (webhookId: string) =>
      eventually(async () =>
        expect((await other.get(`${COMPANY_WEBHOOKS}/${webhookId}`)).body.enabled).toBe(false),
      );

    await app.sql(`UPDATE api_key SET scopes = '{webhooks:manage}' WHERE id = $1`, [apiKeyId]);
    await isDisabled(id);
    expect((await refusal('enable', '--id', id)).message).toMatch(
      /\(SCOPE_MISSING\): the API key .* lacks a scope/,
    );
    await app.identity.revokeApiKey(String(apiKeyId));
    expect((await refusal('enable', '--id', id)).message).toMatch(
      /\(KEY_REVOKED\): the API key .* is revoked/,
    );
    await app.identity.setRole(admin.userId, 'MANAGER');
    await isDisabled(ofAdmin);
    expect(await refusal('enable', '--id', ofAdmin)).toEqual({
      code: 'WEBHOOK_OWNER_NOT_ALLOWED',
      message:
        'The webhook stays disabled (USER_NOT_ADMIN): the user to whom it belongs is no active admin. ' +
        'An admin or a key of the company that may have it takes it over by enabling it.',
    });
    expect(await json('show', '--id', ofAdmin)).toMatchObject({ enabled: false });
    await app.identity.setRole(admin.userId, 'ADMIN');
    expect(await json('enable', '--id', ofAdmin)).toMatchObject({ enabled: true });
  });
});

describe('wes webhook delete', () => {
  it('asks first, and deletes nothing without an answer', async () => {
    const { id } = await someWebhook();
    expect(await refusal('delete', '--id', id)).toMatchObject({ code: 'WEBHOOK_NOT_DELETED' });
    const args = ['webhook', 'delete', '--company', fixture.companyId, '--id', id];
    const question = `Delete the webhook ${id} to https://receiver.example/wes with its messages?`;
    const environment = { DATABASE_URL: app.databaseUrl };
    const refused = await runWesOnTerminal(args, environment, { question, answer: 'n' });
    expect(refused.exitCode).toBe(1);
    expect(await json('list')).toHaveLength(1);
    const { exitCode } = await runWesOnTerminal(args, environment, { question, answer: 'y' });
    expect([exitCode, await json('list')]).toEqual([0, []]);
  });

  it('deletes it with its messages', async () => {
    const { id } = await someWebhook();
    await fixture.invite();
    const messages = () => app.sql('SELECT FROM webhook_message WHERE webhook_id = $1', [id]);
    await eventually(async () => expect(await messages()).toHaveLength(1));
    expect(await json('delete', '--id', id, '--yes')).toEqual({
      ...{ id, companyId: fixture.companyId, url: 'https://receiver.example/wes' },
    });
    expect(await messages()).toEqual([]);
    expect(await json('list')).toEqual([]);
    expect((await refusal('delete', '--id', UNKNOWN, '--yes')).code).toBe('WEBHOOK_NOT_FOUND');
  });
});

describe('wes api-key rotate', () => {
  const rotate = async (id: string, ...args: string[]) => {
    const { exitCode, stdout, stderr } = await runWes(['api-key', 'rotate', '--id', id, ...args], {
      DATABASE_URL: app.databaseUrl,
    });
    expect(exitCode).toBe(0);
    return { stdout, stderr };
  };
  const ownerOf = async (webhookId: string): Promise<unknown> =>
    ((await json('show', '--id', webhookId)) as { apiKeyId: string }).apiKeyId;

  it('moves the webhooks to the new key, so that they go on when the old one ends', async () => {
    const receiver = await newReceiver();
    const webhook = await fixture.create(receiver.url);
    const oldId = fixture.hr.key.slice(4, 28);
    const { key, webhooks } = JSON.parse((await rotate(oldId, '--json')).stdout) as {
      key: string;
      webhooks: unknown;
    };
    const newKeyId = key.slice(4, 28);
    expect(webhooks).toEqual({ moved: [webhook.id], left: [] });
    expect(await ownerOf(webhook.id)).toBe(newKeyId);
    const records = await app.sql(
      `SELECT actor_kind, before, after FROM audit_record WHERE object_id = $1 AND operation = 'webhook.update'`,
      [webhook.id],
    );
    expect(records).toEqual([
      { actor_kind: 'operator', before: { apiKeyId: oldId }, after: { apiKeyId: newKeyId } },
    ]);
    // Both keys have it, and new ones, which belong to the new key.
    const added = await someWebhook();
    expect(await ownerOf(added.id)).toBe(newKeyId);
    const successor = new ApiClient(app.baseUrl, { serviceAPIKey: key });
    for (const client of [fixture.hr, successor])
      expect((await client.get(WEBHOOKS)).body).toMatchObject([{ id: webhook.id }, { id: added.id }]);
    expect((await fixture.hr.patch(webhook.path, { types: ['employee.changed'] })).status).toBe(200);
    expect(await ownerOf(webhook.id)).toBe(newKeyId);

    await app.identity.revokeApiKey(oldId);
    const { id } = bodyOf(await successor.post(INVITE, employeeBody())) as { id: string };
    await eventually(() => expect(receiver.messages.map(({ data }) => data.id)).toContain(id));
    expect((await successor.get(webhook.path)).body).toMatchObject({ enabled: true });

    const { stderr } = await rotate(newKeyId, '--overlap', '0s');
    for (const moved of [webhook.id, added.id])
      expect(stderr).toContain(`The webhook ${moved} belongs to the new key.\n`);
    expect(await json('show', '--id', webhook.id)).toMatchObject({ enabled: true });
  });

  it('leaves a webhook for which the new key lacks a scope, and says so', async () => {
    const { id } = await someWebhook();
    const oldId = fixture.hr.key.slice(4, 28);
    await app.sql(`UPDATE api_key SET scopes = '{webhooks:manage}' WHERE id = $1`, [oldId]);
    const { stderr } = await rotate(oldId);
    expect(stderr).toContain(
      `The webhook ${id} to https://receiver.example/wes stays with the old key: the new one lacks employees:read.\n`,
    );
    expect(await ownerOf(id)).toBe(oldId);
  });
});
