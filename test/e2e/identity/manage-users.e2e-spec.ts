import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../../support/api-client.js';
import { ERASURES, INVITE } from '../../support/builders/employee.js';
import { ME, USERS } from '../../support/builders/look-ups.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf } from '../../support/workforce-fixture.js';

type Caller = ApiClient & { readonly userId: string };

const ANA = { email: 'Ana.Lopez@example.com', name: 'Ana López', role: 'MANAGER', language: 'es' };

describe(`users of a company, for its admins`, () => {
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

  const pathOf = (userId: string): string => `${USERS}/${userId}`;
  const create = async (user: object): Promise<string> =>
    (await admin.post(USERS, { ...ANA, ...user })).body.id as string;

  it('are created, with the language of the service where none is given', async () => {
    const { status, body } = await admin.post(USERS, ANA);
    expect([status, body]).toEqual([200, { id: expect.any(String) as string, ...ANA, deactivated: false }]);
    expect((await admin.get(pathOf(body.id as string))).body).toEqual(body);
    const { language: _, ...rest } = { ...ANA, email: 'b@example.com' };
    expect((await admin.post(USERS, rest)).body.language).toBe('en');
    const { sessionId } = await app.identity.issueSession(body.id as string, 60_000);
    const { body: me } = await app.anonymous().get(ME, { headers: { SessionId: sessionId } });
    expect(me.user).toMatchObject({ name: 'Ana López', role: 'MANAGER' });
  });

  it('are created once for an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': newId() };
    const first = await admin.post(USERS, ANA, { headers });
    const again = await admin.post(USERS, ANA, { headers });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(Number((await admin.get(USERS)).headers.get('X-Total-Count'))).toBe(2);
  });

  it('have addresses of their own while they are active', async () => {
    const id = await create({});
    const other = await create({ email: 'other@example.com' });
    for (const { status, body } of [
      await admin.post(USERS, { ...ANA, email: 'ana.lopez@EXAMPLE.com' }),
      await admin.patch(pathOf(other), { email: 'ANA.LOPEZ@example.com' }),
    ])
      expect([status, body.errorCode]).toEqual([409, 'USER_EMAIL_CONFLICT']);
    expect((await admin.patch(pathOf(id), { active: false })).status).toBe(200);
    expect((await admin.patch(pathOf(other), { email: ANA.email })).status).toBe(200);
    const { status, body } = await admin.patch(pathOf(id), { active: true });
    expect([status, body.errorCode]).toEqual([409, 'USER_EMAIL_CONFLICT']);
    const both = { active: true, email: 'new@example.com' };
    expect((await admin.patch(pathOf(id), both)).body).toMatchObject({ email: 'new@example.com' });
  });

  it('are refused with the property and the rule', async () => {
    for (const [user, path, code] of [
      [{ email: 'nobody' }, 'email', 'EMAIL'],
      [{ email: 'a\u200Bb@example.com' }, 'email', 'EMAIL'],
      [{ name: ' ' }, 'name', 'BLANK'],
      [{ name: 'x'.repeat(256) }, 'name', 'TOO_LONG'],
      [{ role: 'OWNER' }, 'role', 'NOT_ALLOWED'],
      [{ language: 'not a tag' }, 'language', 'LANGUAGE_TAG'],
      [{ active: false }, 'active', 'UNKNOWN_MEMBER'],
    ] as const) {
      const answer = await admin.post(USERS, { ...ANA, ...user });
      expect([user, answer.status, issuesOf(answer)]).toEqual([user, 400, [[path, code]]]);
    }
    expect(Number((await admin.get(USERS)).headers.get('X-Total-Count'))).toBe(1);
  });

  it('are listed in pages by name, with filters', async () => {
    for (const [name, role] of [
      ['Zoë Ünal', 'EMPLOYEE'],
      ['bert', 'MANAGER'],
      ['Cleo 100%_x', 'MANAGER'],
    ] as const)
      await create({ name, role, email: `${newId()}@example.com` });
    const ana = await create({});
    await admin.patch(pathOf(ana), { active: false });
    const namesOf = async (query: string): Promise<string[]> =>
      ((await admin.get(`${USERS}?${query}`)).body as { name: string }[]).map(({ name }) => name);
    const all = await namesOf('to=50');
    expect(all.slice(0, 3)).toEqual(['Ana López', 'bert', 'Cleo 100%_x']);
    expect(all).toHaveLength(5);
    expect(await namesOf('from=1&to=3')).toEqual(['bert', 'Cleo 100%_x']);
    expect(await namesOf('from=40&to=50')).toEqual([]);
    expect(await namesOf('role=MANAGER')).toEqual(['Ana López', 'bert', 'Cleo 100%_x']);
    expect(await namesOf('role=MANAGER&deactivated=false')).toEqual(['bert', 'Cleo 100%_x']);
    expect(await namesOf('deactivated=true')).toEqual(['Ana López']);
    expect(await namesOf('q=BERT')).toEqual(['bert']);
    expect(await namesOf('q=ana.lopez@EX')).toEqual(['Ana López']);
    expect(await namesOf('q=%25_')).toEqual(['Cleo 100%_x']);
    expect(await namesOf('q=%5C')).toEqual([]);
    const page = await admin.get(`${USERS}?from=0&to=2`);
    expect([(page.body as object[]).length, page.headers.get('X-Total-Count')]).toEqual([2, '5']);
    expect(page.headers.get('Link')).toContain('rel="next"');
    expect((await admin.get(`${USERS}?ids=${ana}&q=x`)).status).toBe(400);
  });

  it('are seen whole by admins of the company only', async () => {
    const ana = await create({});
    const manager = await app.user('MANAGER', companyId);
    const stranger = await app.user('ADMIN');
    expect(issuesOf(await manager.get(USERS))).toEqual([['ids', 'REQUIRED']]);
    expect((await manager.get(pathOf(ana))).status).toBe(403);
    expect((await manager.post(USERS, ANA)).status).toBe(403);
    expect((await manager.delete(`${pathOf(ana)}/sessions`)).status).toBe(403);
    const [shown] = (await manager.get(`${USERS}?ids=${ana}`)).body as [object];
    expect(Object.keys(shown).sort()).toEqual(['deactivated', 'id', 'name', 'role']);
    expect((await stranger.get(USERS)).body).toHaveLength(1);
    for (const answer of [
      await stranger.get(pathOf(ana)),
      await stranger.patch(pathOf(ana), { role: 'ADMIN' }),
      await stranger.delete(`${pathOf(ana)}/sessions`),
    ])
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('change only in what is sent, and only by what was read', async () => {
    const id = await create({});
    const { headers } = await admin.get(pathOf(id));
    const tag = { headers: { 'If-Match': headers.get('etag')! } };
    const { status, body } = await admin.patch(pathOf(id), { name: 'Ana', language: 'pt-BR' }, tag);
    expect([status, body]).toEqual([200, { ...ANA, id, name: 'Ana', language: 'pt-BR', deactivated: false }]);
    expect((await admin.patch(pathOf(id), { name: 'Other' }, tag)).status).toBe(412);
    expect((await admin.patch(pathOf(id), { email: null, name: null, role: null })).body).toEqual(body);
  });

  it('lose their sessions, and come back without them', async () => {
    const user = await app.user('MANAGER', companyId);
    expect((await admin.delete(`${pathOf(user.userId)}/sessions`)).body).toEqual({ ended: 1 });
    expect((await user.get(ME)).status).toBe(401);
    expect((await admin.delete(`${pathOf(user.userId)}/sessions`)).body).toEqual({ ended: 0 });
    const other = await app.user('MANAGER', companyId);
    await admin.patch(pathOf(other.userId), { active: false });
    expect((await other.get(ME)).status).toBe(401);
    const change = await admin.patch(pathOf(other.userId), { name: 'Other' });
    expect([change.status, change.body.errorCode]).toEqual([404, 'USER_NOT_FOUND']);
    await admin.patch(pathOf(other.userId), { active: true });
    expect((await other.get(ME)).status).toBe(401);
  });

  it('get and lose rights with their next request', async () => {
    const user = await app.user('EMPLOYEE', companyId);
    expect((await user.get(USERS)).status).toBe(403);
    await admin.patch(pathOf(user.userId), { role: 'ADMIN' });
    expect((await user.get(USERS)).status).toBe(200);
    await admin.patch(pathOf(user.userId), { role: 'EMPLOYEE' });
    expect((await user.get(USERS)).status).toBe(403);
  });

  it('do not change their own role', async () => {
    await app.user('ADMIN', companyId);
    const { status, body } = await admin.patch(pathOf(admin.userId), { role: 'MANAGER' });
    expect([status, body.errorCode]).toEqual([409, 'OWN_ROLE']);
    expect((await admin.patch(pathOf(admin.userId), { role: 'ADMIN', name: 'Me' })).body.name).toBe('Me');
  });

  it('keep one admin', async () => {
    const last = await admin.patch(pathOf(admin.userId), { active: false });
    expect([last.status, last.body.errorCode]).toEqual([409, 'LAST_ADMIN']);
    await expect(app.identity.setRole(admin.userId, 'MANAGER')).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    await expect(app.identity.deactivateUser(admin.userId)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    const other = await app.user('ADMIN', companyId);
    const employeeId = (await (await app.integration(undefined, companyId)).post(INVITE, { externalId: 'A' }))
      .body.id as string;
    await admin.patch(pathOf(other.userId), { employeeId });
    await app.sql('UPDATE employee SET deleted_at = now() WHERE id = $1', [employeeId]);
    // Nobody can sign in as an admin whose employee has left.
    expect((await admin.patch(pathOf(admin.userId), { active: false })).body.errorCode).toBe('LAST_ADMIN');
    await admin.patch(pathOf(other.userId), { employeeId: null });
    await app.identity.setRole(other.userId, 'MANAGER');
    const own = await admin.patch(pathOf(admin.userId), { employeeId });
    expect([own.status, own.body.errorCode]).toEqual([409, 'LAST_ADMIN']);
    await app.identity.setRole(other.userId, 'ADMIN');
    await app.sql('UPDATE employee SET deleted_at = NULL WHERE id = $1', [employeeId]);
    expect((await admin.patch(pathOf(admin.userId), { active: false })).status).toBe(200);
  });

  it('keep one admin whoever demotes whom at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const company = await app.company();
      const admins = await Promise.all(Array.from({ length: 4 }, () => app.user('ADMIN', company)));
      const answers = await Promise.all(
        admins.map((each, index) => each.patch(pathOf(admins[(index + 1) % 4]!.userId), { role: 'MANAGER' })),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 401, 403, 409].includes(status))).toEqual([]);
      const [{ count } = {}] = await app.sql<{ count: number }>(
        `SELECT count(*)::integer AS count FROM user_account WHERE company_id = $1 AND role = 'ADMIN'`,
        [company],
      );
      expect(count).toBeGreaterThan(0);
    }
  });

  it('have records of what an admin has done', async () => {
    const id = await create({});
    await admin.patch(pathOf(id), { active: true, role: 'ADVISOR', name: 'Ana' });
    await admin.patch(pathOf(id), { active: false });
    const records = await app.sql(
      `SELECT operation, actor_id AS user_id FROM audit_record WHERE company_id = $1 AND object_id = $2 ORDER BY id`,
      [companyId, id],
    );
    expect(records).toEqual(
      ['user.create', 'user.update', 'user.set-role', 'user.deactivate'].map((operation) => ({
        operation,
        user_id: admin.userId,
      })),
    );
  });

  it('does not let an erased person come back', async () => {
    const hr = await app.integration(['people:erase', 'employees:write'], companyId);
    await hr.post(INVITE, { email: ANA.email });
    const erased = await hr.post(ERASURES, { email: ANA.email, reason: 'Request of the person' });
    expect(erased.status).toBeLessThan(300);
    const { status, body } = await admin.post(USERS, ANA);
    expect([status, body.errorCode]).toEqual([409, 'PERSON_ERASED']);
  });
});
