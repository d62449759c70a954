import { newId } from '../../../src/shared-kernel/id.js';
import { SCOPES } from '../../../src/shared-kernel/actor.js';
import type { ApiClient } from '../../support/api-client.js';
import { EMPLOYEES } from '../../support/builders/employee.js';
import { API_KEYS, COMPANY_SETTINGS, USERS } from '../../support/builders/look-ups.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf } from '../../support/workforce-fixture.js';

type Caller = ApiClient & { readonly userId: string };

const DAY_MS = 86_400_000;

describe(API_KEYS, () => {
  let app: TestApp;
  let companyId: string;
  let admin: Caller;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  beforeEach(async () => {
    companyId = await app.company();
    admin = await app.user('ADMIN', companyId);
  });

  const statusWith = async (serviceAPIKey: string): Promise<number> =>
    (await app.anonymous().get(EMPLOYEES, { headers: { serviceAPIKey } })).status;

  it('makes a key that is shown once, and works until it is revoked', async () => {
    const headers = { 'Idempotency-Key': newId() };
    const input = { name: 'Payroll', scopes: ['employees:read'] };
    const { status, body } = await admin.post(API_KEYS, input, { headers });
    const { key, ...shown } = body as Record<string, string>;
    expect([status, shown]).toEqual([
      200,
      {
        ...{ id: expect.any(String) as string, ...input },
        createdAt: expect.any(String) as string,
        expiresAt: expect.any(String) as string,
        createdBy: { id: admin.userId, name: expect.any(String) as string, gone: false },
      },
    ]);
    expect(Date.parse(shown['expiresAt']!) - Date.now()).toBeCloseTo(365 * DAY_MS, -5);
    expect(await statusWith(key!)).toBe(200);
    const again = await admin.post(API_KEYS, input, { headers });
    expect([again.status, again.body]).toEqual([200, shown]);
    expect((await admin.get(API_KEYS)).body).toMatchObject([{ id: shown['id'] }]);
    expect((await admin.delete(`${API_KEYS}/${shown['id']}`)).body).toMatchObject({ id: shown['id'] });
    expect(await statusWith(key!)).toBe(401);
    expect((await admin.get(API_KEYS)).body).toEqual([]);
    const gone = await admin.post(API_KEYS, input, { headers });
    expect([gone.status, gone.body.errorCode]).toEqual([404, 'API_KEY_NOT_FOUND']);
    expect((await admin.delete(`${API_KEYS}/${shown['id']}`)).status).toBe(404);
  });

  it('refuses what is not valid with the property and the rule', async () => {
    const past = new Date(Date.now() - 1_000).toISOString();
    const far = new Date(Date.now() + 4_000 * DAY_MS).toISOString();
    for (const [input, path, code] of [
      [{}, 'name', 'REQUIRED'],
      [{ name: ' ' }, 'name', 'BLANK'],
      [{ scopes: [] }, 'scopes', 'EMPTY'],
      [{ scopes: ['everything'] }, 'scopes[0]', 'NOT_ALLOWED'],
      [{ scopes: ['scim', 'scim'] }, 'scopes[1]', 'NOT_UNIQUE'],
      [{ scopes: 'scim' }, 'scopes', 'WRONG_TYPE'],
      [{ expiresAt: past }, 'expiresAt', 'OUT_OF_RANGE'],
      [{ expiresAt: far }, 'expiresAt', 'OUT_OF_RANGE'],
    ] as const) {
      const body = path === 'name' ? input : { name: 'HR', ...input };
      const answer = await admin.post(API_KEYS, body);
      expect([input, answer.status, issuesOf(answer)]).toEqual([input, 400, [[path, code]]]);
    }
    expect((await admin.get(API_KEYS)).body).toEqual([]);
  });

  it('grants the scopes that the operator lets the company have', async () => {
    const { grantableScopes } = (await admin.get(COMPANY_SETTINGS)).body as { grantableScopes: string[] };
    expect(grantableScopes).toEqual(SCOPES.filter((scope) => scope !== 'people:erase'));
    const refused = await admin.post(API_KEYS, { name: 'HR', scopes: ['scim', 'people:erase'] });
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(issuesOf(refused)).toEqual([['scopes', 'NOT_GRANTABLE']]);
    await app.sql(`UPDATE company SET grantable_scopes = '{people:erase}' WHERE id = $1`, [companyId]);
    expect((await admin.post(API_KEYS, { name: 'HR', scopes: ['people:erase'] })).status).toBe(200);
    expect((await admin.post(API_KEYS, { name: 'HR', scopes: ['scim'] })).status).toBe(403);
  });

  it('rotates a key, with an overlap, but none whose scopes may not be granted', async () => {
    const { body: old } = await admin.post(API_KEYS, { name: 'HR', scopes: ['employees:read'] });
    const headers = { 'Idempotency-Key': newId() };
    const path = `${API_KEYS}/${old.id}/rotate`;
    const { status, body } = await admin.post(path, { overlap: 60 }, { headers });
    expect([status, body]).toMatchObject([200, { name: 'HR', scopes: ['employees:read'] }]);
    expect([await statusWith(body.key as string), await statusWith(old.key as string)]).toEqual([200, 200]);
    const listed = (await admin.get(API_KEYS)).body as { id: string; expiresAt: string }[];
    const ends = Date.parse(listed.find(({ id }) => id === old.id)!.expiresAt);
    expect(ends - Date.now()).toBeLessThanOrEqual(60_000);
    const { key: _, ...shown } = body as Record<string, unknown>;
    expect((await admin.post(path, { overlap: 60 }, { headers })).body).toMatchObject({ id: shown['id'] });
    const now = await admin.post(`${API_KEYS}/${String(shown['id'])}/rotate`, { overlap: 0 });
    expect([now.status, await statusWith(body.key as string)]).toEqual([200, 401]);
    const eraser = await app.identity.issueApiKey({
      ...{ companyId, name: 'Eraser', scopes: ['people:erase'], lifetimeMs: DAY_MS },
    });
    const refused = await admin.post(`${API_KEYS}/${eraser.apiKey.id}/rotate`);
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect((await admin.delete(`${API_KEYS}/${eraser.apiKey.id}`)).status).toBe(200);
  });

  it('has at most 50 keys, however many are made at once', async () => {
    const make = () => admin.post(API_KEYS, { name: 'HR' });
    for (let made = 0; made < 45; made += 15) await Promise.all(Array.from({ length: 15 }, make));
    const statuses = (await Promise.all(Array.from({ length: 12 }, make))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    const { status, body } = await make();
    expect([status, body.errorCode]).toEqual([409, 'TOO_MANY_API_KEYS']);
    const [{ id }] = (await admin.get(API_KEYS)).body as [{ id: string }];
    expect((await admin.post(`${API_KEYS}/${id}/rotate`)).status).toBe(200);
    expect((await admin.delete(`${API_KEYS}/${id}`)).status).toBe(200);
    expect((await make()).status).toBe(409);
  });

  it('shows a maker who is gone, whose key works all the same', async () => {
    const maker = await app.user('ADMIN', companyId);
    const { key } = (await maker.post(API_KEYS, { name: 'HR' })).body as { key: string };
    await admin.patch(`${USERS}/${maker.userId}`, { role: 'MANAGER' });
    expect((await admin.get(API_KEYS)).body).toMatchObject([{ createdBy: { id: maker.userId, gone: true } }]);
    expect(await statusWith(key)).toBe(200);
    expect((await maker.get(API_KEYS)).status).toBe(403);
  });

  it('is for the admins of the company', async () => {
    const { body } = await admin.post(API_KEYS, { name: 'HR' });
    const [manager, stranger] = [await app.user('MANAGER', companyId), await app.user('ADMIN')];
    expect((await manager.post(API_KEYS, { name: 'HR' })).status).toBe(403);
    expect((await stranger.get(API_KEYS)).body).toEqual([]);
    for (const answer of [
      await stranger.delete(`${API_KEYS}/${body.id}`),
      await stranger.post(`${API_KEYS}/${body.id}/rotate`),
    ])
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'API_KEY_NOT_FOUND']);
  });

  it('has records with the admin, and without secrets', async () => {
    const { body } = await admin.post(API_KEYS, { name: 'HR' });
    const { body: next } = await admin.post(`${API_KEYS}/${body.id}/rotate`, { overlap: 10 });
    await admin.delete(`${API_KEYS}/${next.id}`);
    const records = await app.sql<{ operation: string; user_id: string; all: string }>(
      `SELECT operation, actor_id AS user_id, to_json(r)::text AS all FROM audit_record r
       WHERE company_id = $1 AND object_id = ANY ($2) ORDER BY id`,
      [companyId, [body.id, next.id]],
    );
    expect(records.map(({ operation }) => operation)).toEqual([
      ...['api-key.issue', 'api-key.issue', 'api-key.rotate', 'api-key.revoke'],
    ]);
    for (const { user_id, all } of records) {
      expect(user_id).toBe(admin.userId);
      expect(all).not.toContain((body.key as string).slice(29));
      expect(all).not.toContain('digest');
    }
  });
});
