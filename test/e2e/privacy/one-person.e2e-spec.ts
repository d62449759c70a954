import { EmployeeImporter } from '../../../src/workforce/index.js';
import { TimesheetsImporter } from '../../../src/timesheets/index.js';
import { ApiClient } from '../../support/api-client.js';
import { byEmail, byExternalId, employeeRecord, INVITE } from '../../support/builders/employee.js';
import { ME } from '../../support/builders/look-ups.js';
import { HOLDS } from '../../support/builders/privacy.js';
import { actionPath, planBody, PLANS } from '../../support/builders/plan.js';
import { BULK_TIMESHEETS, TIMESHEETS, timesheetRecord } from '../../support/builders/timesheet.js';
import { eventually } from '../../support/eventually.js';
import { scimClient, USERS as SCIM_USERS } from '../../support/scim-fixture.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';

const ERASURES = '/api/v1/public/company/people/erasures';
const ACCESS = '/api/v1/public/company/people/access';
const reason = 'Request of the person';

/** Who somebody is does not hang on an e-mail address (ADR 55). */
describe('one person', () => {
  let app: TestApp;
  let fixture: SyncFixture;
  let companyId: string;
  let hr: ApiClient;
  let sequence = 0;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
    ({ hr, companyId } = fixture);
  });

  const next = (): string => `p${++sequence}@example.com`;

  /** A user with a session. */
  async function userOf(
    email: string,
    role: 'ADMIN' | 'MANAGER' = 'MANAGER',
  ): Promise<ApiClient & { id: string }> {
    const { id } = await app.identity.createUser({ companyId, name: 'Ana', email, role });
    const { sessionId } = await app.identity.issueSession(id, 3_600_000);
    return Object.assign(new ApiClient(app.baseUrl, { SessionId: sessionId }), { id });
  }
  const employeeOf = async (user: ApiClient): Promise<unknown> => (await user.get(ME)).body.employeeId;
  const makeFirm = (): Promise<unknown> =>
    app.sql('UPDATE user_account SET link_firm_at = now() WHERE company_id = $1 AND link_firm_at > now()', [
      companyId,
    ]);
  async function erase(key: object): Promise<void> {
    const { status, body } = await hr.post(ERASURES, { ...key, reason });
    expect([status, body.errorCode]).toEqual([202, undefined]);
    await eventually(async () => {
      expect((await hr.get(`${ERASURES}/${String(body.id)}`)).body.state).toBe('DONE');
    });
  }

  describe('a user', () => {
    it('is the employee with the same address, whichever comes first, and stays it when addresses change', async () => {
      const [early, late] = [next(), next()];
      const { body: first } = await hr.post(INVITE, { email: early, externalId: 'E1' });
      const user = await userOf(early);
      const other = await userOf(late);
      const { body: second } = await hr.post(INVITE, { email: late, externalId: 'E2' });
      expect([await employeeOf(user), await employeeOf(other)]).toEqual([first.id, second.id]);
      await makeFirm();
      await hr.put(byExternalId('E1'), { email: next() });
      await app.identity.editUser(other.id, { email: next() });
      expect([await employeeOf(user), await employeeOf(other)]).toEqual([first.id, second.id]);
    });

    it('is nobody whose address was wrong for a minute', async () => {
      const address = next();
      const user = await userOf(address);
      await hr.post(INVITE, { email: next(), externalId: 'E1' });
      await hr.put(byExternalId('E1'), { email: address });
      expect(await employeeOf(user)).toBeDefined();
      await hr.put(byExternalId('E1'), { email: next() });
      expect(await employeeOf(user)).toBeUndefined();
      await hr.delete(byExternalId('E1'));
      expect((await user.get(ME)).status).toBe(200);
    });

    it('stays who it was made for when the address of a day changes, and has no session after the end', async () => {
      const address = next();
      const { body: employee } = await hr.post(INVITE, { email: address, externalId: 'E1' });
      await app.sql(`UPDATE employee SET created_at = created_at - interval '2 days' WHERE company_id = $1`, [
        companyId,
      ]);
      const user = await userOf(address);
      await hr.put(byExternalId('E1'), { email: next() });
      await app.identity.issueSession(user.id, 60_000);
      expect(await employeeOf(user)).toBe(employee.id);
      await hr.delete(byExternalId('E1'));
      expect((await user.get(ME)).status).toBe(401);
    });

    it('is nobody who becomes an admin on the first day', async () => {
      const [early, late] = [next(), next()];
      await hr.post(INVITE, { email: early, externalId: 'E1' });
      const { body: employee } = await hr.post(INVITE, { email: late, externalId: 'E2' });
      const user = await userOf(early);
      const other = await userOf(late);
      await app.identity.linkUser(other.id, String(employee.id));
      await app.identity.setRole(user.id, 'ADMIN');
      await app.identity.setRole(other.id, 'ADMIN');
      expect([await employeeOf(user), await employeeOf(other)]).toEqual([undefined, employee.id]);
    });

    it('does not follow the address to another employee, and is the same one when the address comes back', async () => {
      const [address, other] = [next(), next()];
      const { body: first } = await hr.post(INVITE, { email: address, externalId: 'E1' });
      await hr.post(INVITE, { email: other, externalId: 'E2' });
      const user = await userOf(address);
      expect(await employeeOf(user)).toBe(first.id);
      await hr.put(byExternalId('E1'), { email: next() });
      await hr.put(byExternalId('E2'), { email: address });
      expect(await employeeOf(user)).toBeUndefined();
      const { body } = await hr.post(ERASURES, { externalId: 'E2', reason, dryRun: true });
      expect(body.counts).not.toHaveProperty('users');
      await hr.put(byExternalId('E2'), { email: other });
      await hr.put(byExternalId('E1'), { email: address });
      expect(await employeeOf(user)).toBe(first.id);
    });

    it('is an employee by a word of an operator only, where the user is an admin, or the address was shared', async () => {
      const [address, shared] = [next(), next()];
      const admin = await userOf(address, 'ADMIN');
      const { body: employee } = await hr.post(INVITE, { email: address, externalId: 'E1' });
      await hr.post(INVITE, { email: shared, externalId: 'E2' });
      await hr.delete(byExternalId('E2'));
      await hr.post(INVITE, { email: shared, externalId: 'E3' });
      const user = await userOf(shared);
      expect([await employeeOf(admin), await employeeOf(user)]).toEqual([undefined, undefined]);
      await app.identity.linkUser(admin.id, employee.id);
      expect(await employeeOf(admin)).toBe(employee.id);
      await hr.delete(byExternalId('E1'));
      expect((await admin.get(ME)).status).toBe(401);
      await expect(app.identity.issueSession(admin.id, 60_000)).rejects.toMatchObject({
        code: 'USER_HAS_LEFT',
      });
    });
  });

  it('is the employee from the next session on, when nobody else had the address any more', async () => {
    const shared = next();
    await hr.post(INVITE, { email: shared, externalId: 'E2' });
    await hr.delete(byExternalId('E2'));
    const { body: employee } = await hr.post(INVITE, { email: shared, externalId: 'E3' });
    const user = await userOf(shared);
    await erase({ externalId: 'E2' });
    expect(await employeeOf(user)).toBeUndefined();
    await app.identity.issueSession(user.id, 60_000);
    expect(await employeeOf(user)).toBe(employee.id);
  });

  it('has no session any more when an operator says that it is one who has left', async () => {
    await hr.post(INVITE, { email: next(), externalId: 'E1' });
    const employeeId = String(
      (await app.sql('SELECT id FROM employee WHERE company_id = $1', [companyId]))[0]!['id'],
    );
    await hr.delete(byExternalId('E1'));
    const user = await userOf(next());
    await app.identity.linkUser(user.id, employeeId);
    expect((await user.get(ME)).status).toBe(401);
  });

  it('is not made again by an import with the id alone', async () => {
    await hr.post(INVITE, { email: next(), externalId: 'E1' });
    const { id } = (await hr.get(byExternalId('E1'))).body;
    await erase({ externalId: 'E1' });
    const record = employeeRecord({ id, email: next(), externalId: 'E9' });
    expect(await app.app.get(EmployeeImporter).import(companyId, [record])).toMatchObject({
      ...{ created: 0, updated: 0, suppressed: [0] },
    });
    expect((await hr.get(byExternalId('E9'))).status).toBe(404);
  });

  it('is not ended by a list that leaves the row out, because the address is that of an erased person', async () => {
    const address = next();
    await hr.post(INVITE, { email: address, externalId: 'E1' });
    await erase({ email: address });
    await fixture.applied([{ externalId: 'L1', email: next() }, { externalId: 'L2' }], '?source=l');
    const { counts } = await fixture.applied(
      [{ externalId: 'L1', email: address }, { externalId: 'L2' }],
      '?source=l',
    );
    expect(counts).toMatchObject({ ended: 0, suppressed: 1 });
    expect((await hr.get(byExternalId('L1'))).status).toBe(200);
  });

  describe('who leaves loses the sessions', () => {
    const leave: Record<string, (externalId: string, email: string) => Promise<unknown>> = {
      'by DELETE with the external id': (externalId) => hr.delete(byExternalId(externalId)),
      'by DELETE with the address': (_, email) => hr.delete(byEmail(email)),
      'by a bulk row': (externalId) =>
        hr.post('/api/v1/public/company/employees/bulk', { rows: [{ operation: 'end', externalId }] }),
      'by a list': () => fixture.applied([{ externalId: 'stays' }], '?source=l'),
      'by an import': (externalId, email) =>
        app.app
          .get(EmployeeImporter)
          .import(companyId, [employeeRecord({ id: undefined, externalId, email, deleted: true })]),
      'by SCIM DELETE': async (externalId) => {
        const provider = await scimClient(app, companyId);
        return provider.delete(`${SCIM_USERS}/${await idOf(externalId)}`);
      },
      'by SCIM, renamed and disabled at once': async (externalId) => {
        const provider = await scimClient(app, companyId);
        const Operations = [
          { op: 'replace', path: 'userName', value: next() },
          { op: 'replace', path: 'active', value: false },
        ];
        return provider.patch(`${SCIM_USERS}/${await idOf(externalId)}`, { Operations });
      },
    };
    const idOf = async (externalId: string): Promise<string> =>
      String(
        (
          await app.sql('SELECT id FROM employee WHERE company_id = $1 AND external_id = $2', [
            companyId,
            externalId,
          ])
        )[0]!['id'],
      );

    it.each([
      ['by SCIM', leave['by SCIM, renamed and disabled at once']!],
      [
        'by bulk rows',
        (externalId: string): Promise<unknown> =>
          hr.post('/api/v1/public/company/employees/bulk', {
            rows: [
              { operation: 'update', externalId, employee: { email: next() } },
              { operation: 'end', externalId },
            ],
          }),
      ],
    ])('renamed and ended at once %s, also on the first day', async (_, end) => {
      const address = next();
      const externalId = `L${++sequence}`;
      await hr.post(INVITE, { email: address, externalId });
      const user = await userOf(address);
      expect(await employeeOf(user)).toBeDefined();
      await end(externalId, address);
      expect((await user.get(ME)).status).toBe(401);
    });

    it.each(Object.keys(leave))('%s, also after the address has changed', async (way) => {
      const [before, after] = [next(), next()];
      const externalId = `L${++sequence}`;
      if (way === 'by a list')
        await fixture.applied([{ email: before, externalId }, { externalId: 'stays' }], '?source=l');
      else await hr.post(INVITE, { email: before, externalId });
      const user = await userOf(before);
      const colleague = await userOf(next());
      await makeFirm();
      expect((await hr.put(byExternalId(externalId), { email: after })).status).toBe(200);
      expect((await user.get(ME)).status).toBe(200);
      await leave[way]!(externalId, after);
      expect((await user.get(ME)).status).toBe(401);
      expect((await colleague.get(ME)).status).toBe(200);
    });
  });

  describe('an erasure', () => {
    it('finds the person by each key, now or before, and removes everything by all of them', async () => {
      const [former, present] = [next(), next()];
      await hr.post(INVITE, { email: former, externalId: 'F1', name: 'Ana' });
      const user = await userOf(former);
      await makeFirm();
      await app.app
        .get(TimesheetsImporter)
        .import(companyId, [
          timesheetRecord({ externalId: 'F1', email: undefined }),
          timesheetRecord({ externalId: undefined, email: former }),
        ]);
      await hr.put(byExternalId('F1'), { externalId: 'F2', email: present });
      for (const key of [{ externalId: 'F1' }, { externalId: 'F2' }, { email: former }, { email: present }]) {
        const { body } = await hr.post(ERASURES, { ...key, reason, dryRun: true });
        expect([key, body.counts]).toEqual([
          key,
          expect.objectContaining({ employees: 1, users: 1, timesheets: 2 }),
        ]);
      }
      await erase({ email: former });
      expect((await hr.get(TIMESHEETS)).body.results).toEqual([]);
      expect((await user.get(ME)).status).toBe(401);
      for (const key of [{ externalId: 'F1' }, { externalId: 'F2' }, { email: former }, { email: present }])
        expect((await hr.post(INVITE, key)).body.errorCode).toBe('PERSON_ERASED');
      const left = await app.sql(
        `SELECT before, after FROM audit_record WHERE company_id = $1 AND (before IS NOT NULL OR after IS NOT NULL)`,
        [companyId],
      );
      for (const trace of [former, present, 'F1', 'F2'])
        expect(JSON.stringify(left)).not.toContain(`"${trace}"`);
    });

    it('asks which one is meant where several people have or had a key, and takes the id', async () => {
      const shared = next();
      for (const externalId of ['S1', 'S2']) {
        await hr.post(INVITE, { externalId, email: shared });
        if (externalId === 'S1') await hr.delete(byExternalId(externalId));
      }
      const refused = await hr.post(ERASURES, { email: shared, reason });
      const ids = (
        await app.sql('SELECT id FROM employee WHERE company_id = $1 ORDER BY id', [companyId])
      ).map(({ id }) => id);
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'PERSON_AMBIGUOUS']);
      expect(refused.body.errors.map(({ message }: { message: string }) => message)).toEqual(
        ids.map((id) => `may be ${String(id)}`),
      );
      const held = await hr.put(HOLDS, { personId: ids[0], reason });
      expect([held.status, held.body.employeeIds]).toEqual([200, [ids[0]]]);
      await hr.delete(`${HOLDS}/${held.body.id}`);
      await erase({ personId: ids[0] });
      expect((await hr.get(byExternalId('S2'))).status).toBe(200);
      // The address is that of one person now.
      await erase({ email: shared });
      expect((await hr.get(byExternalId('S2'))).status).toBe(404);
    });

    it('gives working times by a shared address to the one who had it then', async () => {
      const shared = next();
      await hr.post(INVITE, { externalId: 'S1', email: shared });
      await hr.delete(byExternalId('S1'));
      await hr.post(INVITE, { externalId: 'S2', email: shared });
      await app.sql(
        `UPDATE employee SET created_at = CASE external_id WHEN 'S1' THEN timestamptz '2024-01-01' ELSE '2025-06-01' END
         WHERE company_id = $1`,
        [companyId],
      );
      const at = (startTime: string): object =>
        timesheetRecord({ externalId: undefined, email: shared, startTime, endTime: startTime });
      await app.app
        .get(TimesheetsImporter)
        .import(companyId, [
          at('2024-02-01T08:00:00Z'),
          at('2025-05-01T08:00:00Z'),
          at('2025-07-01T08:00:00Z'),
        ] as never);
      const counted = async (externalId: string): Promise<unknown> =>
        (await hr.post(ERASURES, { externalId, reason, dryRun: true })).body.counts.timesheets;
      expect([await counted('S1'), await counted('S2')]).toEqual([2, 1]);
      await erase({ externalId: 'S1' });
      const left = (await hr.get(TIMESHEETS)).body.results as { startTime: string }[];
      expect(left.map(({ startTime }) => startTime.slice(0, 10))).toEqual(['2025-07-01']);
      expect(await counted('S2')).toBe(1);
    });

    it('finds a person of whom only working times exist', async () => {
      await app.app
        .get(TimesheetsImporter)
        .import(companyId, [timesheetRecord({ externalId: 'ONLY', email: undefined })]);
      expect((await hr.post(ACCESS, { externalId: 'ONLY' })).status).toBe(202);
      await erase({ externalId: 'ONLY' });
      expect((await hr.get(TIMESHEETS)).body.results).toEqual([]);
    });

    it('clears what only the person could read from the audit trail', async () => {
      const email = next();
      await hr.post(INVITE, { email, externalId: 'E1' });
      const user = await userOf(email);
      const { body: plan } = await user.post(PLANS, {
        ...planBody(),
        title: { defaultValue: 'SecretTitle' },
        visibility: 'PRIVATE',
      });
      await user.post(actionPath(plan.id), { title: { defaultValue: 'SecretAction' } });
      await erase({ externalId: 'E1' });
      const left = JSON.stringify(
        await app.sql('SELECT * FROM audit_record WHERE company_id = $1', [companyId]),
      );
      expect(left).not.toContain('Secret');
    });

    it('clears changes of working times from the audit trail, which have only what has changed', async () => {
      await hr.post(INVITE, { externalId: 'E1', email: next() });
      const entry = { externalId: 'E1', startTime: '2026-03-02T08:00:00Z' };
      const put = (endTime: string): Promise<{ status: number }> =>
        hr.post(BULK_TIMESHEETS, {
          rows: [{ operation: 'put', externalId: 'T1', entry: { ...entry, endTime } }],
        });
      expect((await put('2026-03-02T16:00:00Z')).status).toBe(200);
      expect((await put('2026-03-02T17:11:00Z')).status).toBe(200);
      await erase({ externalId: 'E1' });
      const left = await app.sql(
        `SELECT operation FROM audit_record
         WHERE company_id = $1 AND object_type = 'timesheet' AND (before IS NOT NULL OR after IS NOT NULL)`,
        [companyId],
      );
      expect(left).toEqual([]);
    });

    it('is not for admins, unless an operator asks', async () => {
      const email = next();
      const { body: employee } = await hr.post(INVITE, { email, externalId: 'E1' });
      const admin = await userOf(email, 'ADMIN');
      await app.identity.linkUser(admin.id, employee.id);
      const refused = await hr.post(ERASURES, { externalId: 'E1', reason });
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'PERSON_IS_ADMIN']);
    });
  });

  describe('after an erasure nobody comes back', () => {
    it('as a user, or by what a provider has stored', async () => {
      const [name, work, home] = [next(), next(), next()];
      const provider = await scimClient(app, companyId);
      const emails = [
        { value: work, primary: true },
        { value: home, type: 'home' },
      ];
      const { status, body } = await provider.post(SCIM_USERS, {
        userName: name,
        externalId: 'idp-1',
        emails,
      });
      expect(status).toBe(201);
      await erase({ personId: body.id });
      for (const user of [
        { userName: name },
        { userName: work },
        { userName: next(), emails: [{ value: next(), primary: true }, { value: work }] },
        { userName: next(), emails: [{ value: home, primary: true }] },
        { userName: next(), externalId: 'idp-1' },
      ])
        expect([user, (await provider.post(SCIM_USERS, user)).status]).toEqual([user, 409]);
      for (const email of [work, work.toUpperCase(), `${work}.`]) {
        const account = { companyId, name: 'Ana', role: 'MANAGER', email } as const;
        await expect(app.identity.createUser(account)).rejects.toMatchObject({ code: 'PERSON_ERASED' });
      }
      const { id } = await app.identity.createUser({ companyId, name: 'Bo', role: 'MANAGER', email: next() });
      await expect(app.identity.editUser(id, { email: work })).rejects.toMatchObject({
        code: 'PERSON_ERASED',
      });
    });
  });

  describe('between a list and a provider', () => {
    it('the list ends its people, and SCIM shows them as inactive and brings nobody back', async () => {
      const email = next();
      await fixture.applied([{ email, externalId: 'C1' }, { externalId: 'stays' }], '?source=l');
      await fixture.applied([{ externalId: 'stays' }], '?source=l');
      const provider = await scimClient(app, companyId);
      const found = await provider.get(
        `${SCIM_USERS}?filter=${encodeURIComponent(`userName eq "${email}"`)}`,
      );
      expect(found.body.Resources).toMatchObject([{ active: false }]);
      const { status, body } = await provider.post(SCIM_USERS, { userName: email });
      expect([status, body.scimType, body.detail]).toEqual([
        409,
        'uniqueness',
        expect.stringContaining('the list l'),
      ]);
      const { counts } = await fixture.applied(
        [{ email, externalId: 'C1' }, { externalId: 'stays' }],
        '?source=l',
      );
      expect(counts).toMatchObject({ added: 1 });
    });

    it('a list brings back nobody whom the provider has disabled, and makes no second person', async () => {
      const email = next();
      const provider = await scimClient(app, companyId);
      const { body } = await provider.post(SCIM_USERS, { userName: email, externalId: 'idp' });
      const Operations = [{ op: 'replace', path: 'active', value: false }];
      await provider.patch(`${SCIM_USERS}/${String(body.id)}`, { Operations });
      for (const person of [{ email, externalId: 'C1' }, { email }]) {
        const { counts } = await fixture.applied([person], `?source=l${++sequence}`);
        expect([person, counts]).toEqual([person, expect.objectContaining({ added: 0, skipped: 1 })]);
      }
      expect((await hr.post(INVITE, { email, externalId: 'C2' })).status).toBe(409);
    });
  });
});
