import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.js';
import { runWes } from '../support/loaded-program.js';
import type { WesResult } from '../support/run-wes.js';
import { TestApp } from '../support/test-app.js';
import { bodyOf, LOCAL_RECEIVERS, WebhookFixture, type CreatedWebhook } from '../support/webhook-fixture.js';
import { WebhookReceiver, type ReceivedMessage } from '../support/webhook-receiver.js';

const newKey = (): string => randomBytes(32).toString('base64');

describe('wes webhook reencrypt', () => {
  const [oldKey, key] = [newKey(), newKey()];
  let app: TestApp;
  let fixture: WebhookFixture;
  let receiver: WebhookReceiver;

  beforeEach(async () => {
    app = await TestApp.start({ ...LOCAL_RECEIVERS, SECRETS_KEY: `${oldKey},${key}` });
    fixture = await WebhookFixture.open(app);
    receiver = await WebhookReceiver.start(app);
  });
  afterEach(async () => {
    await app.stop();
    await receiver.stop();
  });

  const reencrypt = (secretsKey: string, ...args: string[]): Promise<WesResult> =>
    runWes(['webhook', 'reencrypt', ...args], { DATABASE_URL: app.databaseUrl, SECRETS_KEY: secretsKey });

  async function result(secretsKey: string): Promise<unknown> {
    const { exitCode, stdout, stderr } = await reencrypt(secretsKey, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  const stored = () => app.sql('SELECT * FROM webhook ORDER BY id');

  /** A process beside the one that has made the webhooks, with other keys. */
  async function withKeys<Result>(
    secretsKey: string,
    work: (other: TestApp) => Promise<Result>,
  ): Promise<Result> {
    const settings = { ...LOCAL_RECEIVERS, SECRETS_KEY: secretsKey };
    const other = await TestApp.start(settings, app.databaseUrl, { isWorker: false });
    try {
      return await work(other);
    } finally {
      await other.stop();
    }
  }

  /** A test message that a process with these keys sends. */
  const sent = (secretsKey: string, { path }: CreatedWebhook): Promise<ReceivedMessage> =>
    withKeys(secretsKey, async (other) => {
      const own = await WebhookReceiver.start(other);
      try {
        bodyOf(await fixture.hr.patch(path, { url: own.url }));
        bodyOf(await fixture.hr.at(other.baseUrl).post(`${path}/test`));
        return own.messages[0]!;
      } finally {
        await own.stop();
      }
    });

  const verify = ({ secret }: CreatedWebhook, { body, headers }: ReceivedMessage): void => {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  };

  it('encrypts the secrets with the newest key, so that the old one can be removed', async () => {
    const webhook = await fixture.create(receiver.url);
    const { secret } = bodyOf(await fixture.hr.post(`${webhook.path}/rotate`)) as { secret: string };
    const rotated = { ...webhook, secret };
    const untouched = await fixture.create(receiver.url);
    const tag = (await fixture.hr.get(webhook.path)).headers.get('etag');
    expect(await result(`${key},${oldKey}`)).toEqual({
      ...{ reencrypted: 2, unchanged: 0, unreadable: 0, unreadableWebhooks: [] },
    });
    expect((await fixture.hr.get(webhook.path)).headers.get('etag')).toBe(tag);
    const message = await sent(key, webhook);
    verify(webhook, message);
    verify(rotated, message);
    verify(untouched, await sent(key, untouched));
    const before = await stored();
    const { stdout } = await reencrypt(key);
    expect(stdout).toBe('Secrets are encrypted with the newest key: of 0 webhooks now, of 2 before.\n');
    expect(await stored()).toEqual(before);
  });

  it('names the webhooks that it cannot read, changes nothing of them, and is refused', async () => {
    const unreadable = await fixture.create(receiver.url);
    const before = await stored();
    const damaged = await fixture.create(receiver.url);
    await app.sql(
      `UPDATE webhook SET secret = set_byte(secret, 40, get_byte(secret, 40) # 1) WHERE id = $1`,
      [damaged.id],
    );
    const { exitCode, stdout, stderr } = await reencrypt(key);
    expect(exitCode).toBe(1);
    expect(stdout).toBe(
      'Secrets are encrypted with the newest key: of 0 webhooks now, of 0 before.\n' +
        `Cannot be read: webhook ${unreadable.id} of company ${fixture.companyId}\n` +
        `Cannot be read: webhook ${damaged.id} of company ${fixture.companyId}\n`,
    );
    expect(stderr).toMatch(/^SECRETS_KEY lacks the key of 2 webhooks: name it after the newest one/);
    expect((await stored())[0]).toEqual(before[0]);
    const again = await reencrypt(`${key},${oldKey}`, '--json');
    expect(JSON.parse(again.stdout)).toEqual({
      ...{ reencrypted: 1, unchanged: 0, unreadable: 1 },
      unreadableWebhooks: [{ companyId: fixture.companyId, webhookId: damaged.id }],
    });
    expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'SECRETS_UNREADABLE' } });
  });

  it('encrypts all secrets that still sign', async () => {
    const webhook = await fixture.create(receiver.url);
    const rotate = async (): Promise<CreatedWebhook> => ({
      ...webhook,
      ...(bodyOf(await fixture.hr.post(`${webhook.path}/rotate`)) as { secret: string }),
    });
    const all = [webhook, await rotate(), await rotate(), await rotate()];
    expect(await result(`${key},${oldKey}`)).toMatchObject({ reencrypted: 1, unchanged: 0, unreadable: 0 });
    const message = await sent(key, webhook);
    for (const each of all) verify(each, message);
    expect(await result(key)).toMatchObject({ reencrypted: 0, unchanged: 1, unreadable: 0 });
  });

  it('drops the secret before a rotation when its time is over, readable or not', async () => {
    const webhook = await fixture.create(receiver.url);
    bodyOf(await fixture.hr.post(`${webhook.path}/rotate`));
    await app.sql(
      `UPDATE webhook SET previous_secret = '\\x00112233', previous_until = now() - interval '1 s' WHERE id = $1`,
      [webhook.id],
    );
    expect(await result(`${key},${oldKey}`)).toMatchObject({ reencrypted: 1, unreadable: 0 });
    expect(await stored()).toMatchObject([{ previous_secret: null, previous_until: null }]);
  });

  it('loses no message and no signature while the service runs', async () => {
    const webhooks = [await fixture.create(receiver.url), await fixture.create(receiver.url)] as const;
    const invitations = (async () => {
      const ids: string[] = [];
      for (let number = 0; number < 30; number++) ids.push(await fixture.invite());
      return ids;
    })();
    for (let time = 0; time < 3; time++)
      expect(await result(`${key},${oldKey}`)).toMatchObject({ unreadable: 0 });
    const ids = await invitations;
    await eventually(() => expect(receiver.messages.length).toBeGreaterThanOrEqual(2 * ids.length), 20_000);
    for (const message of receiver.messages) {
      const isVerified = webhooks.some((webhook) => {
        try {
          verify(webhook, message);
          return true;
        } catch {
          return false;
        }
      });
      expect(isVerified).toBe(true);
    }
    for (const { path } of webhooks)
      await eventually(async () => {
        const { body } = await fixture.hr.get(`${path}/deliveries?status=DELIVERED`);
        expect(body.total).toBe(ids.length);
      });
  });

  it('needs SECRETS_KEY in production, and makes no key of its own', async () => {
    await fixture.create(receiver.url);
    const environment = { DATABASE_URL: app.databaseUrl, NODE_ENV: 'production', DATA_DIR: app.dataDir };
    const { exitCode, stdout, stderr } = await runWes(['webhook', 'reencrypt'], environment);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^SECRETS_KEY: is required when NODE_ENV is production/);
    await expect(stat(join(app.dataDir, 'secrets-key'))).rejects.toThrow('ENOENT');
  });
});

describe('the key of a service that is tried out', () => {
  it('is in the data folder, readable for its account only, and stays', async () => {
    const app = await TestApp.start({}, undefined, { isWorker: false });
    try {
      const fixture = await WebhookFixture.open(app);
      await fixture.create('https://receiver.example/wes');
      const path = join(app.dataDir, 'secrets-key');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const kept = await readFile(path, 'utf8');
      expect(Buffer.from(kept, 'base64')).toHaveLength(32);
      const environment = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir };
      const args = ['webhook', 'reencrypt', '--json'];
      const { stdout } = await runWes(args, environment);
      expect(JSON.parse(stdout)).toMatchObject({ reencrypted: 0, unchanged: 1 });
      expect(await readFile(path, 'utf8')).toBe(kept);
      const SECRETS_KEY = `${newKey()},${kept}`;
      const moved = await runWes(args, { ...environment, SECRETS_KEY });
      expect(JSON.parse(moved.stdout)).toMatchObject({ reencrypted: 1, unreadable: 0 });
    } finally {
      await app.stop();
    }
  });
});
