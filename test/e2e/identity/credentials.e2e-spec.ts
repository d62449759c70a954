import { digestOf } from '../../../src/identity/application/credential-form.js';
import type { ApiClient } from '../../support/api-client.js';
import { GROUPS } from '../../support/builders/segmentation.js';
import { TEMPLATES } from '../../support/builders/template.js';
import { secondsSinceLastUse, setLastUsed, type Credential } from '../../support/last-used.js';
import { TestApp } from '../../support/test-app.js';

const WITHIN_MS = 1_000;

/** Asks until the status is answered; fails after the longest time that a revocation may take. */
async function becomes(client: ApiClient, status: number, path = TEMPLATES): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const answer = await client.get(path);
    if (answer.status === status) return;
    if (askedAt - startedAt > WITHIN_MS) throw new Error(`still ${answer.status}, not ${status}`);
  }
}

describe('credentials', () => {
  let app: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    other = await TestApp.start({}, app.databaseUrl);
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  /** One user in the caches of both processes. */
  const atBoth = async (role: 'ADMIN' | 'MANAGER', companyId?: string) => {
    const here = await app.user(role, companyId);
    const there = here.at(other.baseUrl);
    expect((await here.get(TEMPLATES)).status).toBe(200);
    expect((await there.get(TEMPLATES)).status).toBe(200);
    return { here, there, userId: here.userId };
  };

  it('are kept as digests only', async () => {
    const { sessionId } = await app.user('ADMIN');
    const { key } = await app.integration();
    const [row] = await app.sql<{ dump: string }>(
      `
        SELECT (SELECT string_agg(s::text, '') FROM session s)
          || (SELECT string_agg(k::text, '') FROM api_key k) AS dump`,
    );
    expect(row!.dump).toContain(digestOf(sessionId).toString('hex'));
    expect(row!.dump).toContain(digestOf(key).toString('hex'));
    expect(row!.dump).not.toContain(sessionId);
    expect(row!.dump).not.toContain(key);
    expect(row!.dump).not.toContain(key.slice(29));
  });

  it('have 256 random bits and a check value, and keys a form that scanners find', async () => {
    const { sessionId } = await app.user('ADMIN');
    const { key } = await app.integration();
    expect(sessionId).toMatch(/^[\w-]{59}$/);
    expect(key).toMatch(/^wes_[0-9a-f]{24}_[\w-]{59}$/);
    expect(await app.sql('SELECT FROM api_key WHERE id = $1', [key.slice(4, 28)])).toHaveLength(1);
  });

  it('are let in by one process as soon as another has issued them', async () => {
    const { sessionId } = await app.user('ADMIN');
    expect((await other.anonymous().get(TEMPLATES, { headers: { SessionId: sessionId } })).status).toBe(200);
  });

  it('end at their expiry, remembered or not', async () => {
    const { id: userId } = await app.identity.createUser({
      companyId: await app.company(),
      email: 'short@example.com',
      name: 'Short',
      role: 'ADMIN',
    });
    const { sessionId, expiresAt } = await app.identity.issueSession(userId, 1_000);
    const get = () => app.anonymous().get(TEMPLATES, { headers: { SessionId: sessionId } });
    expect((await get()).status).toBe(200);
    while (Date.now() <= expiresAt.getTime()) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await get()).status).toBe(401);
  });

  it('are of no use within a second of their revocation, here at once', async () => {
    const { here, there, userId } = await atBoth('ADMIN');
    expect(await app.identity.revokeSessions(userId)).toBe(1);
    expect((await here.get(TEMPLATES)).status).toBe(401);
    await becomes(there, 401);
  });

  it('lose their right within a second of a change of role', async () => {
    const { here, there, userId } = await atBoth('MANAGER');
    await app.identity.setRole(userId, 'EMPLOYEE');
    expect((await here.get(TEMPLATES)).status).toBe(403);
    await becomes(there, 403);
    await app.identity.setRole(userId, 'ADVISOR');
    await becomes(there, 200);
  });

  it('end within a second of the deactivation of their user', async () => {
    const { here, there, userId } = await atBoth('MANAGER');
    await app.identity.deactivateUser(userId);
    expect((await here.get(TEMPLATES)).status).toBe(401);
    await becomes(there, 401);
    await expect(app.identity.issueSession(userId, 60_000)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it.each([
    ['a revocation', 'UPDATE session SET revoked_at = now() WHERE company_id = $1'],
    ['an expiry', 'UPDATE session SET expires_at = now() WHERE company_id = $1'],
    ['a removal', 'DELETE FROM session WHERE company_id = $1'],
    ['the removal of the company', 'DELETE FROM company WHERE id = $1'],
  ])('notice %s that was made in the database by hand', async (_, statement) => {
    const companyId = await app.company();
    const { here, there } = await atBoth('ADMIN', companyId);
    await app.sql(statement, [companyId]);
    await becomes(here, 401);
    await becomes(there, 401);
  });

  it.each([
    ['is revoked', ({ identity }: TestApp, id: string) => identity.revokeApiKey(id)],
    [
      'loses its scope',
      (at: TestApp, id: string) =>
        at.sql(`UPDATE api_key SET scopes = '{employees:read}' WHERE id = $1`, [id]),
    ],
    [
      'expires',
      (at: TestApp, id: string) => at.sql('UPDATE api_key SET expires_at = now() WHERE id = $1', [id]),
    ],
  ])('of an integration are in force no more within a second when the key %s', async (what, change) => {
    const here = await app.integration();
    const there = here.at(other.baseUrl);
    for (const caller of [here, there]) expect((await caller.get(GROUPS)).status).toBe(200);
    await change(app, here.key.slice(4, 28));
    const refused = what === 'loses its scope' ? 403 : 401;
    await becomes(here, refused, GROUPS);
    await becomes(there, refused, GROUPS);
  });

  it('are noted as used, coarsely', async () => {
    const app = await TestApp.start();
    const user = await app.user('ADMIN');
    for (let n = 0; n < 5; n++) await user.get(TEMPLATES);
    await app.stop(); // writes what has gathered
    const [row] = await app.sql<{ last_used_at: Date }>(
      'SELECT last_used_at FROM session WHERE user_id = $1',
      [user.userId],
    );
    expect(Math.abs(Date.now() - row!.last_used_at.getTime())).toBeLessThan(60_000);
  });

  it('are noted as used again after a minute, and not before', async () => {
    const app = await TestApp.start();
    const used = async (secondsAgo: number): Promise<Credential[]> => {
      const user = await app.user('ADMIN');
      const integration = await app.integration();
      const credentials: Credential[] = [
        { kind: 'session', userId: user.userId },
        { kind: 'apiKey', key: integration.key },
      ];
      for (const credential of credentials) await setLastUsed(app, credential, secondsAgo);
      expect((await user.get(TEMPLATES)).status).toBe(200);
      expect((await integration.get(GROUPS)).status).toBe(200);
      return credentials;
    };
    const longAgo = await used(120);
    const justNow = await used(20);
    await app.stop(); // writes what has gathered
    for (const credential of longAgo) expect(await secondsSinceLastUse(app, credential)).toBeLessThan(60);
    for (const credential of justNow) {
      expect(await secondsSinceLastUse(app, credential)).toBeGreaterThanOrEqual(20);
    }
  });
});

describe('users', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('have an e-mail address that is unique among the active ones of their company, whatever the case', async () => {
    const companyId = await app.company();
    const user = { companyId, name: 'É', role: 'MANAGER', email: 'Élodie@example.com' } as const;
    const { id } = await app.identity.createUser(user);
    const again = { ...user, email: 'éLODIE@EXAMPLE.com' };
    await expect(app.identity.createUser(again)).rejects.toMatchObject({ code: 'USER_EMAIL_CONFLICT' });
    await app.identity.createUser({ ...again, companyId: await app.company() });
    await app.identity.deactivateUser(id);
    await app.identity.createUser(again);
  });

  it.each([
    [{ email: 'a@b@c' }, 'email'],
    [{ email: 'a@b.example\r\nBcc: x@y.example' }, 'email'],
    [{ email: `${'x'.repeat(251)}@y.z` }, 'email'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ language: 'en_US' }, 'language'],
  ])('are refused with %j', async (overrides, path) => {
    const user = {
      companyId: await app.company(),
      name: 'Name',
      role: 'ADMIN',
      email: 'a@b.example',
    } as const;
    await expect(app.identity.createUser({ ...user, ...overrides })).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path }],
    });
  });
});
