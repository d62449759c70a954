import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../../support/api-client.js';
import { employeeBody, BULK } from '../../support/builders/employee.js';
import { eventually } from '../../support/eventually.js';
import { TestApp } from '../../support/test-app.js';
import { bodyOf, COMPANY_WEBHOOKS, WebhookFixture, WEBHOOKS } from '../../support/webhook-fixture.js';

const URL = 'https://receiver.invalid/wes';
const TYPES = ['employee.changed', 'timesheet.changed'];

describe('A key and the webhooks of its company', () => {
  let app: TestApp;
  let fixture: WebhookFixture;
  let key: ApiClient & { key: string };

  beforeAll(async () => {
    app = await TestApp.start({ WRITE_LIMIT: '256KiB/1h' }, undefined, { isWorker: false });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WebhookFixture.open(app);
    key = await app.integration(['webhooks:manage', 'employees:read', 'timesheets:read'], fixture.companyId);
  });

  const addMessage = async (webhookId: string, type: string): Promise<string> => {
    const id = newId();
    await app.sql(
      `INSERT INTO webhook_message (company_id, webhook_id, id, type, object_id, status, created_at)
       VALUES ($1, $2, $3, $4, $5, 'FAILED', now())`,
      [fixture.companyId, webhookId, id, type, newId()],
    );
    return id;
  };

  const operations = async (by: ApiClient, path: string, deliveryId: string) => [
    await by.get(path),
    await by.get(`${path}/deliveries`),
    await by.post(`${path}/deliveries/${deliveryId}/retry`),
    await by.post(`${path}/replay`, { since: new Date().toISOString() }),
    await by.post(`${path}/test`),
    await by.post(`${path}/rotate`),
    await by.patch(path, { description: 'x' }),
    await by.patch(path, { types: ['employee.changed'] }),
    await by.delete(path),
  ];

  it('has its own ones alone, and an admin has all', async () => {
    const admin = await app.user('ADMIN', fixture.companyId);
    const own = bodyOf(await key.post(WEBHOOKS, { url: URL, types: TYPES })) as { id: string };
    const ofOther = await fixture.create(URL);
    const ofAdmin = bodyOf(await admin.post(COMPANY_WEBHOOKS, { url: URL, types: ['plan.changed'] })) as {
      id: string;
    };
    expect((await key.get(WEBHOOKS)).body).toMatchObject([{ id: own.id }]);
    for (const { id } of [ofOther, ofAdmin]) {
      const deliveryId = await addMessage(id, 'changes.waiting');
      for (const { status, body } of await operations(key, `${WEBHOOKS}/${id}`, deliveryId))
        expect([status, body.errorCode]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
    }
    const ids = [own.id, ofOther.id, ofAdmin.id];
    expect((await admin.get(COMPANY_WEBHOOKS)).body).toMatchObject(ids.map((id) => ({ id })));
    for (const id of ids) {
      const deliveryId = await addMessage(id, 'changes.waiting');
      const path = `${COMPANY_WEBHOOKS}/${id}`;
      const answers = await operations(admin, path, deliveryId);
      const refused = answers.map(({ status }) => status).filter((status) => status !== 200);
      // An admin is not told of employees.
      expect([id, refused]).toEqual([id, [400]]);
    }
  });

  it('loses the messages, the replay and the change of types that a scope gave it', async () => {
    const { id } = bodyOf(await key.post(WEBHOOKS, { url: URL, types: TYPES })) as { id: string };
    const path = `${WEBHOOKS}/${id}`;
    const [first, hidden, waiting] = [
      await addMessage(id, 'employee.changed'),
      await addMessage(id, 'timesheet.changed'),
      await addMessage(id, 'changes.waiting'),
    ];
    const listed = async () => {
      const { body } = await key.get(`${path}/deliveries`);
      return [body.total, body.result.map((each: { id: string }) => each.id).sort()];
    };
    expect(await listed()).toEqual([3, [first, hidden, waiting].sort()]);
    await app.sql(`UPDATE api_key SET scopes = '{webhooks:manage,employees:read}' WHERE company_id = $1`, [
      fixture.companyId,
    ]);
    await eventually(async () => expect(await listed()).toEqual([2, [first, waiting].sort()]));
    const since = new Date().toISOString();
    for (const { status, body } of [
      await key.post(`${path}/deliveries/${hidden}/retry`),
      await key.post(`${path}/replay`, { since }),
    ])
      expect([status, body.errorCode]).toEqual([409, 'WEBHOOK_DISABLED']);
    for (const change of [{ types: TYPES }, { url: `${URL}/2` }, { enabled: true }]) {
      const { status, body } = await key.patch(path, change);
      expect([status, body.errors[0].code]).toEqual([400, 'NOT_READABLE']);
    }
    expect((await key.patch(path, { types: ['employee.changed'] })).status).toBe(200);
  });

  it('writes the messages of its replays at the cost of its company', async () => {
    const { path } = await fixture.create(URL);
    const since = new Date(Date.now() - 1_000).toISOString();
    const rows = Array.from({ length: 20 }, () => ({ operation: 'invite', employee: employeeBody() }));
    bodyOf(await fixture.hr.post(BULK, { rows }));
    const left = async (): Promise<number> => {
      const { headers } = await fixture.hr.post(WEBHOOKS, {});
      return Number(/"writes";r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
    };
    const before = await left();
    bodyOf(await fixture.hr.post(`${path}/replay`, { since }));
    const used = before - (await left());
    expect(used).toBeGreaterThan(20 * 1_024);
    expect(used).toBeLessThan(23 * 1_024);
    const most = Math.ceil(before / used);
    const statuses: number[] = [];
    for (let count = 0; count <= most; count++)
      statuses.push((await fixture.hr.post(`${path}/replay`, { since })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
