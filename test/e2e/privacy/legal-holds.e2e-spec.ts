import { LegalHolds } from '../../../src/privacy/holds/index.js';
import { PersonQueries } from '../../../src/privacy/index.js';
import { HOLD_LIMITS, MAX_HOLDS } from '../../../src/privacy/holds/domain/legal-hold.js';
import type { ApiClient } from '../../support/api-client.js';
import { byEmail, employeeBody, EMPLOYEES, INVITE } from '../../support/builders/employee.js';
import { HOLDS } from '../../support/builders/privacy.js';
import { TestApp } from '../../support/test-app.js';

const reason = 'Lawsuit 12 O 345/26';

describe(HOLDS, () => {
  let app: TestApp;
  let companyId: string;
  let key: ApiClient;
  let hr: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    key = await app.integration(['people:erase'], companyId);
    hr = await app.integration(undefined, companyId);
  });

  async function invited(): Promise<{ id: string; email: string; externalId: string }> {
    return (await hr.post(INVITE, employeeBody())).body as never;
  }

  it('answers 401 without a key and to a session, and 403 without the scope', async () => {
    const admin = await app.user('ADMIN', companyId);
    for (const [method, path] of [
      ['GET', HOLDS],
      ['PUT', HOLDS],
      ['GET', `${HOLDS}/${companyId}`],
      ['DELETE', `${HOLDS}/${companyId}`],
    ] as const) {
      const body = method === 'PUT' ? { json: { email: 'jo@example.com', reason } } : {};
      expect((await app.anonymous().request(method, path, body)).status).toBe(401);
      expect((await admin.request(method, path, body)).status).toBe(401);
      expect((await hr.request(method, path, body)).status).toBe(403);
    }
  });

  it('places, lists, shows and lifts a hold, which keeps ids and no address', async () => {
    const { id, email, externalId } = await invited();
    const user = await app.user('MANAGER', companyId);
    await app.identity.linkUser(user.userId, id);
    const placed = await key.put(HOLDS, { externalId, reason });
    expect([placed.status, placed.body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        employeeIds: [id],
        userIds: [user.userId],
        reason,
        placedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await key.get(HOLDS)).body).toEqual([placed.body]);
    expect((await key.get(`${HOLDS}/${placed.body.id}`)).body).toEqual(placed.body);
    const [row] = await app.sql('SELECT * FROM legal_hold WHERE company_id = $1', [companyId]);
    expect(JSON.stringify(row)).not.toContain(email);
    expect((await key.delete(`${HOLDS}/${placed.body.id}`)).body).toEqual(placed.body);
    expect((await key.get(HOLDS)).body).toEqual([]);
    for (const gone of [await key.get(`${HOLDS}/${placed.body.id}`), await key.delete(`${HOLDS}/${id}`)])
      expect([gone.status, gone.body.errorCode]).toEqual([404, 'HOLD_NOT_FOUND']);
    const records = await app.sql(
      `
        SELECT operation, before, after FROM audit_record WHERE object_type = 'hold' AND company_id = $1
          ORDER BY at, id`,
      [companyId],
    );
    const content = { employeeIds: [id], userIds: [user.userId], reason };
    expect(records).toEqual([
      { operation: 'hold.place', before: null, after: content },
      { operation: 'hold.lift', before: content, after: null },
    ]);
  });

  it('has one hold of a person, which gets the new reason, also of one who has left', async () => {
    const { email, externalId } = await invited();
    const first = await key.put(HOLDS, { externalId, reason });
    await hr.delete(byEmail(email));
    const second = await key.put(HOLDS, { email: email.toUpperCase(), reason: 'Another one' });
    expect(second.body).toEqual({ ...first.body, reason: 'Another one' });
    expect((await key.get(HOLDS)).body).toHaveLength(1);
  });

  it.each<[object, string, string]>([
    [{ reason }, 'externalId', 'REQUIRED'],
    [{ email: 'jo@example.com', externalId: '1', reason }, 'externalId', 'NOT_ALONE'],
    [{ email: 'jo@example.com' }, 'reason', 'REQUIRED'],
    [{ email: 'jo@example.com', reason: ' ' }, 'reason', 'BLANK'],
    [{ email: 'jo', reason }, 'email', 'EMAIL'],
    [{ email: 'jo@example.com', reason: 'x'.repeat(HOLD_LIMITS.reason.maxLength + 1) }, 'reason', 'TOO_LONG'],
  ])('refuses %j', async (json, path, code) => {
    const { status, body } = await key.put(HOLDS, json);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path, code })]]);
  });

  it('keeps the hold on one employee when another one, who is the same user by now, is held', async () => {
    const [one, other] = [await invited(), await invited()];
    const { userId } = await app.user('MANAGER', companyId);
    await app.identity.linkUser(userId, one.id);
    const { body: first } = await key.put(HOLDS, { externalId: one.externalId, reason });
    await app.identity.linkUser(userId, other.id);
    const { body: second } = await key.put(HOLDS, { externalId: other.externalId, reason });
    expect([first.employeeIds, second.employeeIds]).toEqual([[one.id], [other.id]]);
    const { body: holds } = await key.get(HOLDS);
    expect(holds).toEqual([first, second]);
  });

  it('refuses an unknown person, and one of whom only timesheets are known', async () => {
    const unknown = await key.put(HOLDS, { email: 'nobody@example.com', reason });
    expect([unknown.status, unknown.body.errorCode]).toEqual([404, 'PERSON_NOT_FOUND']);
    const stranger = await app.integration(['people:erase']);
    const { externalId } = await invited();
    expect((await stranger.put(HOLDS, { externalId, reason })).body.errorCode).toBe('PERSON_NOT_FOUND');
  });

  it('has a limit', async () => {
    await app.sql(
      `INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
       SELECT $1, lpad(n::text, 24, '0'), false, '{}', '{}', 'x', now() FROM generate_series(1, ${MAX_HOLDS}) n`,
      [companyId],
    );
    const { externalId } = await invited();
    const { status, body } = await key.put(HOLDS, { externalId, reason });
    expect([status, body.errorCode]).toEqual([409, 'TOO_MANY_HOLDS']);
  });

  it('tells those who remove data of the hold on a person, and of none on others', async () => {
    const [held, other] = [await invited(), await invited()];
    const { body } = await key.put(HOLDS, { externalId: held.externalId, reason });
    const [people, holds] = [
      app.app.get(PersonQueries, { strict: false }),
      app.app.get(LegalHolds, { strict: false }),
    ];
    const personOf = ({ externalId }: { externalId: string }) => people.get(companyId, { externalId });
    expect(await holds.of(await personOf(held))).toMatchObject({ id: body.id, reason });
    await expect(holds.check(await personOf(held))).rejects.toMatchObject({ code: 'LEGAL_HOLD' });
    expect(await holds.of(await personOf(other))).toBeUndefined();
    await holds.check(await personOf(other));
    expect((await hr.get(`${EMPLOYEES}?to=5`)).status).toBe(200);
  });
});
