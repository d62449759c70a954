import { setTimeout as sleep } from 'node:timers/promises';
import { ErasureStarts } from '../../../src/privacy/erasure/application/erasure-starts.js';
import { ErasureWork } from '../../../src/privacy/erasure/application/erasure-work.js';
import type { ApiClient } from '../../support/api-client.js';
import { byExternalId, employeeBody, EMPLOYEES, ERASURES, INVITE } from '../../support/builders/employee.js';
import { ME, USERS } from '../../support/builders/look-ups.js';
import { HOLDS } from '../../support/builders/privacy.js';
import { openClient } from '../../support/databases.js';
import { TestApp } from '../../support/test-app.js';

describe('a legal hold that is placed after an erasure was asked for', () => {
  let app: TestApp;
  let hr: ApiClient;
  let companyId: string;
  let person: ReturnType<typeof employeeBody>;
  let path: string;

  beforeAll(async () => {
    app = await TestApp.start({}, undefined, { isWorker: false });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    hr = await app.integration(['people:erase', 'employees:read', 'employees:write'], companyId);
    person = employeeBody();
    await hr.post(INVITE, person);
    const { headers } = await hr.post(ERASURES, { externalId: person.externalId, reason: 'Asked for' });
    path = headers.get('location')!;
  });

  const work = (): Promise<readonly string[]> =>
    app.app.get(ErasureWork, { strict: false }).run(companyId, new AbortController().signal);
  const release = (): Promise<void> => app.app.get(ErasureStarts, { strict: false }).release(companyId);
  const hold = async (): Promise<string> => {
    const { status, body } = await hr.put(HOLDS, { externalId: person.externalId, reason: 'Lawsuit' });
    expect(status).toBe(200);
    return `${HOLDS}/${body.id}`;
  };
  const stateOf = async (): Promise<unknown> => (await hr.get(path)).body.state;
  const isThere = async (): Promise<boolean> =>
    (await hr.get(byExternalId(person.externalId))).status === 200;

  it('stops it as long as it has not begun, until the hold is lifted', async () => {
    const placed = await hold();
    await work();
    await release();
    await work();
    expect([await stateOf(), await isThere()]).toEqual(['HELD', true]);
    await hr.delete(placed);
    await release();
    expect(await stateOf()).toBe('QUEUED');
    await work();
    expect([await stateOf(), await isThere()]).toEqual(['DONE', false]);
  });

  it('refuses the row that would take the keys from the person, and no other', async () => {
    const other = employeeBody();
    await hr.post(INVITE, other);
    const employee = { email: null, externalId: 'another' };
    const rows = [
      { operation: 'update', email: person.email, employee },
      { operation: 'update', externalId: other.externalId, employee: { name: 'New name' } },
    ];
    const { status, body } = await hr.post(`${EMPLOYEES}/bulk`, { rows });
    expect([status, body.results]).toEqual([
      200,
      [
        expect.objectContaining({
          status: 409,
          problem: expect.objectContaining({ errorCode: 'PERSON_ERASED' }) as object,
        }),
        expect.objectContaining({ status: 200 }),
      ],
    ]);
  });

  it('leaves the person no session, refuses a new one, and lets nobody say who the user is', async () => {
    const { id: personId } = (await hr.get(byExternalId(person.externalId))).body;
    const admin = await app.user('ADMIN', companyId);
    const next = employeeBody();
    const user = await app.user('MANAGER', companyId);
    const { body: employee } = await hr.post(INVITE, next);
    await app.identity.linkUser(user.userId, employee.id);
    const { status } = await hr.post(ERASURES, { externalId: next.externalId, reason: 'Asked for' });
    expect([status, (await user.get(ME)).status]).toEqual([202, 401]);
    await hr.put(HOLDS, { externalId: next.externalId, reason: 'Lawsuit' });
    await work();
    const refused = { code: 'PERSON_ERASED' };
    await expect(app.identity.issueSession(user.userId, 60_000)).rejects.toMatchObject(refused);
    await expect(app.identity.editUser(user.userId, { name: 'Jo' })).rejects.toMatchObject(refused);
    for (const [userId, employeeId] of [
      [user.userId, null],
      [admin.userId, employee.id],
      [admin.userId, personId],
    ] as const) {
      const answer = await admin.patch(`${USERS}/${userId}`, { employeeId });
      expect([answer.status, answer.body.errorCode]).toEqual([409, 'PERSON_ERASED']);
    }
    expect((await admin.get(ME)).body).not.toHaveProperty('employeeId');
  });

  it('stops it for the whole company, too', async () => {
    await app.sql(
      `INSERT INTO legal_hold (company_id, id, is_of_company, employee_ids, user_ids, reason, placed_at)
       VALUES ($1, repeat('a', 24), true, '{}', '{}', 'Lawsuit', now())`,
      [companyId],
    );
    await work();
    expect([await stateOf(), await isThere()]).toEqual(['HELD', true]);
  });

  it('does not stop one that has begun', async () => {
    await app.sql(`UPDATE person_erasure SET state = 'ERASING' WHERE company_id = $1`, [companyId]);
    const { status, body } = await hr.put(HOLDS, { externalId: person.externalId, reason: 'Lawsuit' });
    expect([status, body.errorCode]).toEqual([409, 'ERASURE_BEGUN']);
    await work();
    expect([await stateOf(), await isThere()]).toEqual(['DONE', false]);
  });

  it('stops one that waits for an older transaction', async () => {
    const older = await openClient(app.databaseUrl);
    try {
      await older.query('BEGIN');
      await older.query('SELECT pg_current_xact_id()');
      const working = work();
      await sleep(500);
      expect(await stateOf()).toBe('QUEUED');
      await hold();
      await older.query('COMMIT');
      await working;
      expect([await stateOf(), await isThere()]).toEqual(['HELD', true]);
    } finally {
      await older.end();
    }
  });
});
