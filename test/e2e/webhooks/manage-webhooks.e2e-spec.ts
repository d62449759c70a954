import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../../support/api-client.js';
import { TestApp } from '../../support/test-app.js';
import { bodyOf, COMPANY_WEBHOOKS, WebhookFixture, WEBHOOKS } from '../../support/webhook-fixture.js';

const URL = 'https://receiver.example.com/wes';
const UNKNOWN = '0123456789abcdef01234567';

describe('Webhooks', () => {
  let app: TestApp;
  let fixture: WebhookFixture;
  let admin: ApiClient & { userId: string };

  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { isWorker: false });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await WebhookFixture.open(app);
    admin = await app.user('ADMIN', fixture.companyId);
  });

  const areas = [
    { area: 'of keys', path: WEBHOOKS, types: ['employee.changed'], otherTypes: ['plan.changed'] },
    { area: 'of admins', path: COMPANY_WEBHOOKS, types: ['plan.changed'], otherTypes: ['employee.changed'] },
  ] as const;

  describe.each(areas)('$area', ({ path, types, otherTypes }) => {
    const isPublic = path === WEBHOOKS;
    const caller = (): ApiClient => (isPublic ? fixture.hr : admin);

    it('answer 401 without a credential, and 403 without the right', async () => {
      expect((await app.anonymous().get(path)).status).toBe(401);
      const other = isPublic
        ? await app.integration(['employees:read', 'changes:read'], fixture.companyId)
        : await app.user('MANAGER', fixture.companyId);
      expect((await other.get(path)).status).toBe(403);
      expect((await other.post(path, { url: URL, types })).status).toBe(403);
    });

    it('are created with a secret that is shown once, also when the request is repeated', async () => {
      const body = { url: URL, types, description: 'Payroll' };
      const headers = { 'Idempotency-Key': randomUUID() };
      const created = await caller().post(path, body, { headers });
      expect(created).toMatchObject({ status: 200, body: { ...body, enabled: true } });
      const { secret, ...shown } = created.body;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect((await caller().post(path, body, { headers })).body).toEqual(shown);
      expect((await caller().get(`${path}/${shown.id}`)).body).toEqual(shown);
      expect((await caller().get(path)).body).toEqual([shown]);
      const [row] = await app.sql<{ text: string }>(
        `SELECT encode(secret, 'escape') AS text FROM webhook WHERE id = $1`,
        [shown.id],
      );
      expect(row!.text).not.toContain(secret.slice('whsec_'.length));
      const records = await app.sql(`SELECT before, after FROM audit_record WHERE object_id = $1`, [
        shown.id,
      ]);
      expect(JSON.stringify(records)).not.toContain('whsec_');
    });

    it.each([
      ['an address without https', { url: 'http://receiver.example.com' }, 'url URL'],
      ['another scheme', { url: 'file:///etc/passwd' }, 'url URL'],
      ['credentials in the address', { url: 'https://me:pw@receiver.example.com' }, 'url URL'],
      ['a fragment', { url: 'https://receiver.example.com/#x' }, 'url URL'],
      ['no address', { url: 'receiver' }, 'url URL'],
      ['no types', { types: [] }, 'types EMPTY'],
      ['an unknown type', { types: ['employee.created'] }, 'types[0] NOT_ALLOWED'],
      ['a type twice', { types: [types[0], types[0]] }, 'types[1] NOT_UNIQUE'],
      ['types of the other area', { types: otherTypes }, 'types NOT_READABLE'],
    ])('are refused with %s', async (_, wrong, issue) => {
      const { status, body } = await caller().post(path, { url: URL, types, ...wrong });
      const issues = body.errors.map((each: { path: string; code: string }) => `${each.path} ${each.code}`);
      expect([status, issues]).toEqual([400, [issue]]);
    });

    it('change, under If-Match', async () => {
      const { id } = bodyOf(await caller().post(path, { url: URL, types })) as { id: string };
      const { headers } = await caller().get(`${path}/${id}`);
      const tag = { 'If-Match': String(headers.get('etag')) };
      const change = { description: 'x', enabled: false };
      const changed = await caller().patch(`${path}/${id}`, change, { headers: tag });
      expect(changed).toMatchObject({ status: 200, body: { ...change, disabledReason: 'DISABLED' } });
      expect((await caller().patch(`${path}/${id}`, change, { headers: tag })).status).toBe(412);
      expect((await caller().delete(`${path}/${id}`, { headers: tag })).status).toBe(412);
      const again = await caller().patch(`${path}/${id}`, { enabled: true, description: null });
      expect(again.body).not.toHaveProperty('disabledReason');
      expect(again.body).not.toHaveProperty('description');
    });

    it('are 404 for another company and after they were deleted', async () => {
      const { id } = bodyOf(await caller().post(path, { url: URL, types })) as { id: string };
      const stranger = isPublic ? (await WebhookFixture.open(app)).hr : await app.user('ADMIN');
      const since = new Date().toISOString();
      const all = async (by: ApiClient, webhookId: string) => [
        await by.get(`${path}/${webhookId}`),
        await by.patch(`${path}/${webhookId}`, { enabled: false }),
        await by.post(`${path}/${webhookId}/rotate`),
        await by.post(`${path}/${webhookId}/test`),
        await by.get(`${path}/${webhookId}/deliveries`),
        await by.post(`${path}/${webhookId}/deliveries/${UNKNOWN}/retry`),
        await by.post(`${path}/${webhookId}/replay`, { since }),
        await by.delete(`${path}/${webhookId}`),
      ];
      for (const { status, body } of await all(stranger, id))
        expect([status, body.errorCode]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
      expect((await stranger.get(path)).body).toEqual([]);
      expect((await caller().delete(`${path}/${id}`)).status).toBe(200);
      for (const { status } of await all(caller(), id)) expect(status).toBe(404);
    });

    it('are at most ten of a company', async () => {
      const create = () => caller().post(path, { url: URL, types });
      const answers = await Promise.all(Array.from({ length: 12 }, create));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 409, 409]);
      expect((await create()).body.errorCode).toBe('TOO_MANY_WEBHOOKS');
    });

    it('take no retry and no replay while they are disabled', async () => {
      const { id } = bodyOf(await caller().post(path, { url: URL, types })) as { id: string };
      await caller().patch(`${path}/${id}`, { enabled: false });
      const retried = await caller().post(`${path}/${id}/deliveries/${UNKNOWN}/retry`);
      const since = new Date().toISOString();
      const replayed = await caller().post(`${path}/${id}/replay`, { since });
      for (const { status, body } of [retried, replayed])
        expect([status, body.errorCode]).toEqual([409, 'WEBHOOK_DISABLED']);
    });
  });

  it('tell a key only what its scopes read', async () => {
    const { status, body } = await fixture.hr.post(WEBHOOKS, { url: URL, types: ['timesheet.changed'] });
    expect([status, body.errors[0].message]).toEqual([
      400,
      'must be types that the key may read: it lacks timesheets:read',
    ]);
  });

  it('belong to the caller who changes their types, and stay with their owner when disabled', async () => {
    const { id } = await fixture.create(URL);
    const disabled = await admin.patch(`${COMPANY_WEBHOOKS}/${id}`, { enabled: false });
    expect(disabled.body).toMatchObject({ enabled: false, apiKeyId: expect.any(String) as string });
    const refused = await admin.patch(`${COMPANY_WEBHOOKS}/${id}`, { url: `${URL}/2` });
    expect(refused.body.errors[0]).toMatchObject({ path: 'types', code: 'NOT_READABLE' });
    const taken = await admin.patch(`${COMPANY_WEBHOOKS}/${id}`, { types: ['plan.changed'] });
    expect(taken.body).toMatchObject({ types: ['plan.changed'], userId: admin.userId });
    expect(taken.body).not.toHaveProperty('apiKeyId');
  });

  it('answer a test with the reason why it has not arrived', async () => {
    const { path } = await fixture.create('https://receiver.invalid/wes');
    const { status, body } = await fixture.hr.post(`${path}/test`);
    expect([status, body.reason]).toEqual([200, expect.stringMatching(/^The name of the host /)]);
  });
});
