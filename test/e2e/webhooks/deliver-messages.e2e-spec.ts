import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'svix';
import { WebhookUpkeepJob } from '../../../src/webhooks/interface/webhook.job.js';
import { UnitOfWork } from '../../../src/shared-kernel/unit-of-work.js';
import { byExternalId, employeeBody, INVITE } from '../../support/builders/employee.js';
import { openClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { TestApp } from '../../support/test-app.js';
import {
  bodyOf,
  COMPANY_WEBHOOKS,
  LOCAL_RECEIVERS,
  WebhookFixture,
  WEBHOOKS,
} from '../../support/webhook-fixture.js';
import { WebhookReceiver, type ReceivedMessage, type Reply } from '../../support/webhook-receiver.js';

/** Longer than two rounds of a worker. */
const SETTLED_MS = 2_500;

describe('Messages of webhooks', () => {
  let app: TestApp;
  let fixture: WebhookFixture;
  const receivers: WebhookReceiver[] = [];

  beforeAll(async () => {
    app = await TestApp.start(LOCAL_RECEIVERS);
  });
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.stop()));
    await app.stop();
  });
  beforeEach(async () => {
    fixture = await WebhookFixture.open(app);
  });

  const receiverOf = async (reply?: Reply): Promise<WebhookReceiver> => {
    const receiver = await WebhookReceiver.start(app, reply);
    receivers.push(receiver);
    return receiver;
  };

  const arrived = (receiver: WebhookReceiver, count: number): Promise<readonly ReceivedMessage[]> =>
    eventually(() => {
      expect(receiver.messages.length).toBeGreaterThanOrEqual(count);
      return receiver.messages;
    });

  it('sends a signed message with the id of what has changed, and nothing personal', async () => {
    const receiver = await receiverOf();
    const { secret } = await fixture.create(receiver.url);
    const id = await fixture.invite();
    const [message] = await arrived(receiver, 1);
    const { headers, body } = message!;

    expect(JSON.parse(body)).toEqual({
      type: 'employee.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      data: { id },
    });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['user-agent']).toMatch(/^wes-webhooks\/\d+\.\d+\.\d+/);
    expect(headers['webhook-id']).toMatch(/^[0-9a-f]{24}$/);
    // Code that shares none with that of the service.
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'employee.changed',
    });
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
  });

  it('sends one message for each object of a transaction, and none for a write that changes nothing', async () => {
    const receiver = await receiverOf();
    await fixture.create(receiver.url);
    const person = employeeBody({ name: 'Jo' });
    bodyOf(await fixture.hr.post(INVITE, person));
    await arrived(receiver, 1);
    bodyOf(await fixture.hr.put(byExternalId(person.externalId), person));
    await sleep(SETTLED_MS);
    expect(receiver.messages).toHaveLength(1);

    bodyOf(await fixture.hr.put(byExternalId(person.externalId), { ...person, name: 'Jo Doe' }));
    await arrived(receiver, 2);
    await sleep(SETTLED_MS);
    expect(receiver.messages.map(({ type }) => type)).toEqual(['employee.changed', 'employee.changed']);
  });

  it('sends nothing for a transaction that is rolled back', async () => {
    const receiver = await receiverOf();
    await fixture.create(receiver.url);
    const failing = app.app.get(UnitOfWork).run(async () => {
      await Promise.resolve();
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const refused = await fixture.hr.post(INVITE, { email: 'nobody' });
    expect(refused.status).toBe(400);
    const id = await fixture.invite();
    const messages = await arrived(receiver, 1);
    expect(messages.map(({ data }) => data.id)).toEqual([id]);
  });

  it('tells of the end of a person, and only of the types that are asked for', async () => {
    const receiver = await receiverOf();
    await fixture.create(receiver.url, ['employee.deleted']);
    const person = employeeBody();
    const { id } = bodyOf(await fixture.hr.post(INVITE, person)) as { id: string };
    bodyOf(await fixture.hr.delete(byExternalId(person.externalId)));
    const messages = await arrived(receiver, 1);
    expect(messages.map(({ type, data }) => [type, data.id])).toEqual([['employee.deleted', id]]);
  });

  it('signs with both secrets after a rotation', async () => {
    const receiver = await receiverOf();
    const webhook = await fixture.create(receiver.url);
    const rotated = bodyOf(await fixture.hr.post(`${webhook.path}/rotate`)) as { secret: string };
    expect(rotated.secret).not.toBe(webhook.secret);
    await fixture.invite();
    const [message] = await arrived(receiver, 1);
    const headers = message!.headers as Record<string, string>;
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [webhook.secret, rotated.secret])
      expect(() => new Webhook(secret).verify(message!.body, headers)).not.toThrow();
    expect(await fixture.show(webhook)).toHaveProperty('previousSecretUntil');
  });

  it('signs with each secret for its 24 hours, however often they are rotated', async () => {
    const receiver = await receiverOf();
    const webhook = await fixture.create(receiver.url);
    const rotate = () => fixture.hr.post(`${webhook.path}/rotate`);
    const secrets = [webhook.secret];
    for (let count = 0; count < 4; count++) secrets.push((bodyOf(await rotate()) as typeof webhook).secret);
    const { previousSecretUntil } = await fixture.show(webhook);
    const refused = await rotate();
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'TOO_MANY_ROTATIONS']);
    const { status } = bodyOf(await fixture.hr.post(`${webhook.path}/test`)) as { status: number };
    expect(status).toBe(204);
    const signedBy = (message: ReceivedMessage): string[] =>
      secrets.filter((secret) => {
        try {
          return new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
        } catch {
          return false;
        }
      });
    expect(signedBy(receiver.messages[0]!)).toEqual(secrets);

    await app.sql(
      `UPDATE webhook SET earlier_secrets = replace(earlier_secrets::text, $2, $3)::json WHERE id = $1`,
      [webhook.id, String(previousSecretUntil).slice(0, 4), '2020'],
    );
    bodyOf(await fixture.hr.post(`${webhook.path}/test`));
    expect(signedBy(receiver.messages[1]!)).toEqual(secrets.slice(-2));
    secrets.push((bodyOf(await rotate()) as typeof webhook).secret);
    bodyOf(await fixture.hr.post(`${webhook.path}/test`));
    expect(signedBy(receiver.messages[2]!)).toEqual(secrets.slice(-3));
  });

  it('tries again with the same id, and lists the attempts', async () => {
    let attempts = 0;
    const receiver = await receiverOf((response) => {
      attempts++;
      if (attempts === 1) response.writeHead(500).end('out of order '.repeat(100));
      else response.writeHead(200).end('ok');
    });
    const webhook = await fixture.create(receiver.url);
    await fixture.invite();
    const [first, second] = await arrived(receiver, 2);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    await eventually(async () => {
      const { body, headers } = await fixture.hr.get(`${webhook.path}/deliveries?status=DELIVERED`);
      expect(headers.get('x-total-count')).toBe('1');
      expect(body.result[0].attempts).toEqual([
        {
          at: expect.any(String) as string,
          durationMs: expect.any(Number) as number,
          status: 500,
          reason: 'The answer has no status of success (2xx).',
          answer: 'out of order '.repeat(100).slice(0, 256).trim(),
        },
        {
          at: expect.any(String) as string,
          durationMs: expect.any(Number) as number,
          status: 200,
          answer: 'ok',
        },
      ]);
    });
  });

  it('waits for as long as the receiver asks', async () => {
    const receiver = await receiverOf((response) => response.writeHead(503, { 'Retry-After': '60' }).end());
    const webhook = await fixture.create(receiver.url);
    await fixture.invite();
    await eventually(async () => {
      const { body } = await fixture.hr.get(`${webhook.path}/deliveries`);
      const [{ attempts, nextAttemptAt }] = body.result;
      expect(attempts).toMatchObject([{ status: 503 }]);
      const waitsMs = Date.parse(nextAttemptAt) - Date.parse(attempts[0].at);
      expect(waitsMs).toBeGreaterThanOrEqual(60_000);
      expect(waitsMs).toBeLessThan(75_000);
    });
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await receiverOf();
    const receiver = await receiverOf((response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    const webhook = await fixture.create(receiver.url);
    const { body } = await fixture.hr.post(`${webhook.path}/test`);
    expect(body).toMatchObject({ status: 307, reason: 'Redirects are not followed.' });
    expect(elsewhere.messages).toEqual([]);
  });

  it('cuts off an answer that does not end', async () => {
    const receiver = await receiverOf((response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
        response.once('drain', write);
      };
      write();
    });
    const webhook = await fixture.create(receiver.url);
    const { body } = await fixture.hr.post(`${webhook.path}/test`);
    expect(body).toMatchObject({ status: 200, answer: 'x'.repeat(256) });
  });

  it('sends one message for more than 1,000 that wait', async () => {
    const receiver = await receiverOf(
      (response) => void sleep(200).then(() => response.writeHead(204).end()),
    );
    const webhook = await fixture.create(receiver.url);
    await fixture.inviteMany(1_000);
    await fixture.inviteMany(1_000);
    await eventually(() => expect(receiver.of('changes.waiting').length).toBeGreaterThan(0));
    await sleep(SETTLED_MS);
    const told = receiver.messages.reduce((sum, { data }) => sum + (data.count ?? 1), 0);
    expect(told).toBe(2_000);
    expect((await fixture.hr.get(`${webhook.path}/deliveries`)).body.total).toBe(receiver.messages.length);
  });

  it('tells again of what has changed since a time', async () => {
    const receiver = await receiverOf();
    const webhook = await fixture.create(receiver.url);
    const since = new Date(Date.now() - 1_000).toISOString();
    const id = await fixture.invite();
    await arrived(receiver, 1);
    bodyOf(await fixture.hr.post(`${webhook.path}/replay`, { since }));
    const [first, second] = await arrived(receiver, 2);
    expect(second!.data).toEqual({ id });
    expect(second!.headers['webhook-id']).not.toBe(first!.headers['webhook-id']);
    const future = new Date(Date.now() + 60_000).toISOString();
    expect((await fixture.hr.post(`${webhook.path}/replay`, { since: future })).status).toBe(400);
  });

  it('sends a message again on request', async () => {
    const receiver = await receiverOf();
    const webhook = await fixture.create(receiver.url);
    await fixture.invite();
    await arrived(receiver, 1);
    const messageId = String(receiver.messages[0]!.headers['webhook-id']);
    const path = `${webhook.path}/deliveries/${messageId}/retry`;
    await eventually(async () => {
      const { body } = await fixture.hr.get(`${webhook.path}/deliveries?status=DELIVERED`);
      expect(body.total).toBe(1);
    });
    expect(await fixture.hr.post(path)).toMatchObject({
      status: 200,
      body: { id: messageId, status: 'WAITING' },
    });
    await arrived(receiver, 2);
    expect(receiver.messages[1]!.headers['webhook-id']).toBe(messageId);
    const unknown = await fixture.hr.post(`${webhook.path}/deliveries/000000000000000000000000/retry`);
    expect(unknown).toMatchObject({ status: 404, body: { errorCode: 'DELIVERY_NOT_FOUND' } });
  });

  it('delays nobody else for a receiver that hangs', async () => {
    const hanging = await receiverOf(() => undefined);
    const other = await receiverOf();
    await fixture.create(hanging.url);
    await fixture.create(other.url);
    await fixture.inviteMany(20);
    await arrived(other, 20);
    // At most five attempts at a time for one webhook.
    expect(hanging.messages).toHaveLength(5);
  });

  it('sends further messages while a receiver does not answer one', async () => {
    let count = 0;
    const receiver = await receiverOf((response) => {
      if (++count > 1) response.writeHead(204).end();
    });
    await fixture.create(receiver.url);
    await fixture.invite();
    await arrived(receiver, 1);
    await fixture.invite();
    await arrived(receiver, 2);
  });

  it('sends at once again what met a connection that the receiver has closed', async () => {
    const used = new WeakSet<Socket>();
    const receiver = await receiverOf((response) => {
      const socket = response.socket!;
      if (used.has(socket)) socket.destroy();
      else response.writeHead(204).end();
      used.add(socket);
    });
    const webhook = await fixture.create(receiver.url);
    for (let test = 0; test < 3; test++) {
      const { body } = await fixture.hr.post(`${webhook.path}/test`);
      expect(body.status).toBe(204);
    }
    expect(receiver.messages).toHaveLength(5);
  });

  it('does not make an attempt twice because the database was away when it ended', async () => {
    const client = await openClient(app.databaseUrl);
    try {
      const receiver = await receiverOf((response) => {
        void client
          .query('BEGIN')
          .then(() => client.query('LOCK TABLE webhook_message IN ACCESS EXCLUSIVE MODE'))
          .then(() => response.writeHead(204).end());
      });
      const webhook = await fixture.create(receiver.url);
      await fixture.invite();
      await arrived(receiver, 1);
      await sleep(4_000); // longer than a statement may take
      await client.query('ROLLBACK');
      await eventually(async () => {
        const { body } = await fixture.hr.get(`${webhook.path}/deliveries`);
        expect(body.result).toMatchObject([{ status: 'DELIVERED', attempts: [{ status: 204 }] }]);
      });
      expect(receiver.messages).toHaveLength(1);
    } finally {
      await client.end();
    }
  });

  it('tells other webhooks while some cannot be told', async () => {
    const receiver = await receiverOf();
    for (let number = 0; number < 3; number++) {
      const { id } = await fixture.create(receiver.url);
      await app.sql(
        `UPDATE webhook SET company_position = 0, types = '{employee.changed,other}' WHERE id = $1`,
        [id],
      );
      await app.sql(`UPDATE webhook SET place = repeat('x', 10000) WHERE id = $1`, [id]);
    }
    const good = await receiverOf();
    await fixture.create(good.url);
    await fixture.invite();
    await arrived(good, 1);
    expect(receiver.messages).toEqual([]);
  });

  it('sends nothing while its secret cannot be read, says so, and sends again after a rotation', async () => {
    const receiver = await receiverOf();
    const webhook = await fixture.create(receiver.url);
    await app.sql(`UPDATE webhook SET secret = decode(repeat('00', 80), 'hex') WHERE id = $1`, [webhook.id]);
    const test = () => fixture.hr.post(`${webhook.path}/test`);
    expect((await test()).body.reason).toMatch(/^The service cannot read the secret: rotate it/);
    const { secret } = bodyOf(await fixture.hr.post(`${webhook.path}/rotate`)) as { secret: string };
    expect((await test()).body.status).toBe(204);
    const [message] = receiver.messages;
    const headers = message!.headers as Record<string, string>;
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(() => new Webhook(secret).verify(message!.body, headers)).not.toThrow();
    expect(await fixture.show(webhook)).not.toHaveProperty('previousSecretUntil');
  });

  describe('A webhook is disabled', () => {
    const disabledReason = async (webhook: { id: string; secret: string; path: string }): Promise<unknown> =>
      (await fixture.show(webhook))['disabledReason'];

    it('by the answer 410, with a mail to the admins of the company', async () => {
      await app.user('ADMIN', fixture.companyId);
      const receiver = await receiverOf((response) => response.writeHead(410).end());
      const webhook = await fixture.create(receiver.url);
      await fixture.invite();
      await eventually(async () => expect(await disabledReason(webhook)).toBe('RECEIVER_GONE'));
      const { body } = await fixture.hr.get(`${webhook.path}/deliveries?status=FAILED`);
      expect(body.total).toBe(1);
      const jobs = await app.sql(
        `SELECT 1 FROM job WHERE company_id = $1 AND kind = 'webhook-disabled-mail'`,
        [fixture.companyId],
      );
      expect(jobs).toHaveLength(1);
    });

    it('with one mail about it in a day, and about ten webhooks at most', async () => {
      await app.user('ADMIN', fixture.companyId);
      await app.user('ADMIN', fixture.companyId);
      const receiver = await receiverOf((response) => response.writeHead(410).end());
      const webhook = await fixture.create(receiver.url);
      const mails = async (): Promise<number> => {
        const kind = 'webhook-disabled-mail';
        return (
          await app.sql('SELECT FROM job WHERE company_id = $1 AND kind = $2', [fixture.companyId, kind])
        ).length;
      };
      const fails = async (of: { id: string; secret: string; path: string }): Promise<void> => {
        await fixture.invite();
        await eventually(async () => expect(await disabledReason(of)).toBe('RECEIVER_GONE'));
      };
      await fails(webhook);
      bodyOf(await fixture.hr.patch(webhook.path, { enabled: true }));
      await fails(webhook);
      expect(await mails()).toBe(2);

      const ofDeleted = (count: number) =>
        app.sql(
          `INSERT INTO webhook_mail SELECT $1, n::text, now() - interval '23 hours' FROM generate_series(1, $2) n`,
          [fixture.companyId, count],
        );
      await ofDeleted(9);
      await fails(await fixture.create(receiver.url));
      expect(await mails()).toBe(2);

      await app.sql(`UPDATE webhook_mail SET mailed_at = now() - interval '25 hours' WHERE company_id = $1`, [
        fixture.companyId,
      ]);
      bodyOf(await fixture.hr.patch(webhook.path, { enabled: true }));
      await fails(webhook);
      expect(await mails()).toBe(4);
      await app.app.get(WebhookUpkeepJob).run(new AbortController().signal);
      expect(
        await app.sql('SELECT FROM webhook_mail WHERE company_id = $1', [fixture.companyId]),
      ).toHaveLength(1);
    });

    it('when the key that owns it is revoked', async () => {
      const receiver = await receiverOf();
      const webhook = await fixture.create(receiver.url);
      const { apiKeyId } = await fixture.show(webhook);
      const admin = await app.user('ADMIN', fixture.companyId);
      await app.identity.revokeApiKey(String(apiKeyId));
      await eventually(async () => {
        const { body } = await admin.get(`/api/v1/company/webhooks/${webhook.id}`);
        expect(body).toMatchObject({ enabled: false, disabledReason: 'KEY_REVOKED' });
      }, 3_000);
      await app.sql(`SELECT 1`);
      expect(receiver.messages).toEqual([]);
    });

    it('when its key loses a scope that it needs, and not those of other keys', async () => {
      const receiver = await receiverOf();
      const webhook = await fixture.create(receiver.url);
      const other = await app.integration(['webhooks:manage', 'employees:read'], fixture.companyId);
      const admin = await app.user('ADMIN', fixture.companyId);
      const body = { url: receiver.url, types: ['employee.changed'] };
      const { id } = bodyOf(await other.post(WEBHOOKS, body)) as { id: string };
      const { apiKeyId } = await fixture.show(webhook);
      await app.sql(`UPDATE api_key SET scopes = '{webhooks:manage}' WHERE id = $1`, [apiKeyId]);
      await eventually(async () => {
        const shown = await admin.get(`${COMPANY_WEBHOOKS}/${webhook.id}`);
        expect(shown.body).toMatchObject({ enabled: false, disabledReason: 'SCOPE_MISSING' });
      }, 3_000);
      expect((await other.get(`${WEBHOOKS}/${id}`)).body).toMatchObject({ enabled: true });
    });

    it('when its owner is no admin any more', async () => {
      const [owner, other] = [
        await app.user('ADMIN', fixture.companyId),
        await app.user('ADMIN', fixture.companyId),
      ];
      const receiver = await receiverOf();
      const path = '/api/v1/company/webhooks';
      const { id } = bodyOf(await owner.post(path, { url: receiver.url, types: ['plan.changed'] })) as {
        id: string;
      };
      await app.identity.setRole(owner.userId, 'MANAGER');
      await eventually(async () => {
        expect((await other.get(`${path}/${id}`)).body).toMatchObject({ disabledReason: 'USER_NOT_ADMIN' });
      }, 3_000);
    });

    it('not later because its description is changed, or nothing', async () => {
      const receiver = await receiverOf((response) => response.writeHead(500).end());
      const webhook = await fixture.create(receiver.url);
      await fixture.invite();
      await eventually(async () => expect(await fixture.show(webhook)).toHaveProperty('failingSince'));
      const { failingSince, updatedAt } = await fixture.show(webhook);
      const records = () => app.sql('SELECT FROM audit_record WHERE object_id = $1', [webhook.id]);
      const before = (await records()).length;
      const same = await fixture.hr.patch(webhook.path, { url: receiver.url, enabled: true });
      expect(same.body).toMatchObject({ failingSince, updatedAt });
      expect(await records()).toHaveLength(before);
      const described = await fixture.hr.patch(webhook.path, { description: 'Payroll' });
      expect(described.body).toMatchObject({ failingSince, description: 'Payroll' });
      const moved = await fixture.hr.patch(webhook.path, { url: `${receiver.url}/2` });
      expect(moved.body).not.toHaveProperty('failingSince');
    });

    it('after five days without a success', async () => {
      const receiver = await receiverOf((response) => response.writeHead(500).end());
      const webhook = await fixture.create(receiver.url);
      await fixture.invite();
      await eventually(async () => expect(await fixture.show(webhook)).toHaveProperty('failingSince'));
      await app.sql(`UPDATE webhook SET failing_since = now() - interval '120 hours' WHERE id = $1`, [
        webhook.id,
      ]);
      await eventually(async () => expect(await disabledReason(webhook)).toBe('FAILING'), 5_000);
      const enabled = await fixture.hr.patch(webhook.path, { enabled: true });
      expect(enabled.body).not.toHaveProperty('disabledReason');
      expect(enabled.body).not.toHaveProperty('failingSince');
    });
  });

  it('does not begin with what was there before', async () => {
    await fixture.invite();
    await sleep(SETTLED_MS);
    const receiver = await receiverOf();
    await fixture.create(receiver.url);
    const id = await fixture.invite();
    const messages = await arrived(receiver, 1);
    expect(messages.map(({ data }) => data.id)).toEqual([id]);
    expect((await fixture.hr.get(WEBHOOKS)).body).toHaveLength(1);
  });
});
