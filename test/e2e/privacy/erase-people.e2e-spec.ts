import type { ApiClient } from '../../support/api-client.js';
import {
  BULK,
  byExternalId,
  employeeBody,
  ERASURES,
  INVITE,
  type Body,
} from '../../support/builders/employee.js';
import { actionPath, planBody, PLANS } from '../../support/builders/plan.js';
import { TIMESHEETS, timesheetRecord } from '../../support/builders/timesheet.js';
import { eventually } from '../../support/eventually.js';
import { SyncFixture } from '../../support/sync-fixture.js';
import { TestApp } from '../../support/test-app.js';
import { expectExactCounts } from '../../support/timesheets.js';
import { newId } from '../../../src/shared-kernel/id.js';
import { TimesheetsImporter } from '../../../src/timesheets/index.js';
import { EmployeeImporter } from '../../../src/workforce/index.js';

const CHANGES = '/api/v1/public/company/changes';
const REASON = 'Asked for by the person';

describe('erasures of people', () => {
  let app: TestApp;
  let fixture: SyncFixture;
  let hr: ApiClient;
  let person: Body & { email: string; externalId: string };

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    fixture = await SyncFixture.open(app);
    hr = fixture.hr;
    person = employeeBody({ name: 'Ana Núñez' });
    await hr.post(INVITE, person);
  });

  const ask = (overrides: Body = {}) =>
    hr.post(ERASURES, { externalId: person.externalId, reason: REASON, ...overrides });

  /** Erases the person. @returns the id of the erasure */
  async function erase(overrides: Body = {}): Promise<string> {
    const { status, body } = await ask(overrides);
    expect(status).toBe(202);
    await eventually(async () => {
      expect((await hr.get(`${ERASURES}/${body.id}`)).body.state).toBe('DONE');
    }, 20_000);
    return body.id;
  }

  const importTimesheets = (...records: Body[]) =>
    app.app.get(TimesheetsImporter).import(fixture.companyId, records);

  describe('a request', () => {
    it('counts with dryRun, and changes nothing', async () => {
      const { status, body } = await ask({ dryRun: true });
      expect({ status, body }).toEqual({ status: 200, body: { counts: { employees: 1, auditRecords: 1 } } });
      expect((await hr.get(byExternalId(person.externalId))).status).toBe(200);
      expect((await hr.get(ERASURES)).body.total).toBe(0);
    });

    it('is answered 202 with the path of the erasure, which has no data of the person', async () => {
      const { status, body, headers } = await ask();
      expect(status).toBe(202);
      expect(headers.get('location')).toBe(`${ERASURES}/${body.id}`);
      expect(body).toMatchObject({ state: 'QUEUED', counts: { employees: 1 }, reason: REASON });
      expect(JSON.stringify(body)).not.toMatch(new RegExp(person.externalId));
    });

    it('is repeated by its Idempotency-Key', async () => {
      const key = { headers: { 'Idempotency-Key': 'one' } };
      const request = { externalId: person.externalId, reason: REASON };
      const first = await hr.post(ERASURES, request, key);
      const second = await hr.post(ERASURES, request, key);
      expect(second.status).toBe(202);
      expect(second.body.id).toBe(first.body.id);
    });

    it.each<[string, Body, string[]]>([
      ['both keys', { email: 'jo@example.com' }, ['externalId NOT_ALONE']],
      ['no key', { externalId: undefined }, ['externalId REQUIRED']],
      ['no reason', { reason: undefined }, ['reason REQUIRED']],
      ['an empty reason', { reason: ' ' }, ['reason BLANK']],
    ])('is refused with %s', async (_, overrides, expected) => {
      const answer = await ask(overrides);
      expect(answer.status).toBe(400);
      expect(answer.body.errors.map(({ path, code }: Body) => `${String(path)} ${String(code)}`)).toEqual(
        expected,
      );
    });

    it('is 404 for a person whom the company does not have, also where another company has them', async () => {
      const other = await SyncFixture.open(app);
      const { status, body } = await other.hr.post(ERASURES, {
        externalId: person.externalId,
        reason: REASON,
      });
      expect([status, body.errorCode]).toEqual([404, 'PERSON_NOT_FOUND']);
    });

    it('is 409 for an address that two people have had', async () => {
      await hr.delete(byExternalId(person.externalId));
      await hr.post(INVITE, { externalId: 'successor', email: person.email });
      const { status, body } = await ask({ externalId: undefined, email: person.email });
      expect([status, body.errorCode]).toEqual([409, 'PERSON_AMBIGUOUS']);
      await erase();
      expect((await hr.get(byExternalId('successor'))).body.email).toBe(person.email);
    });

    it('is refused after 50 in a day', async () => {
      await app.sql(
        `INSERT INTO person_erasure (company_id, id, state, counts, reason, requested_by)
         SELECT $1, 'e' || n, 'DONE', '{}', 'x', 'key' FROM generate_series(1, 50) n`,
        [fixture.companyId],
      );
      const { status, body } = await ask();
      expect([status, body.errorCode]).toEqual([409, 'TOO_MANY_ERASURES']);
    });

    it('is refused after 50 in a day where they are asked for at once', async () => {
      const people = Array.from({ length: 8 }, (_, index) => `many-${index}`);
      for (const externalId of people) await hr.post(INVITE, { externalId });
      await app.sql(
        `INSERT INTO person_erasure (company_id, id, state, counts, reason, requested_by)
         SELECT $1, 'e' || n, 'DONE', '{}', 'x', 'key' FROM generate_series(1, 47) n`,
        [fixture.companyId],
      );
      const answers = await Promise.all(
        people.map((externalId) => hr.post(ERASURES, { externalId, reason: REASON })),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(409);
      // One may have waited too long for the others, and be 503.
      expect(statuses.filter((status) => status === 202).length).toBeLessThanOrEqual(3);
    });

    it('needs the scope people:erase', async () => {
      const { status } = await (
        await app.integration(['people:access'], fixture.companyId)
      ).post(ERASURES, {});
      expect(status).toBe(403);
      expect((await app.anonymous().post(ERASURES, {})).status).toBe(401);
    });
  });

  describe('afterwards', () => {
    it('the employee is gone, and the feed says so', async () => {
      const { body: before } = await hr.get(CHANGES);
      const { body: employee } = await hr.get(byExternalId(person.externalId));
      await erase();
      expect((await hr.get(byExternalId(person.externalId))).status).toBe(404);
      const { body } = await hr.get(`${CHANGES}?after=${before.cursor}`);
      expect(body.changes).toEqual([
        expect.objectContaining({ kind: 'employee', id: employee.id, deleted: true }),
      ]);
      expect(body.changes[0].resource).toBeUndefined();
    });

    it('records of the audit trail keep the fact and lose the values', async () => {
      await erase();
      const rows = await app.sql(
        `SELECT operation, before, after FROM audit_record WHERE company_id = $1 ORDER BY at`,
        [fixture.companyId],
      );
      expect(rows).toContainEqual({ operation: 'employee.invite', before: null, after: null });
      expect(rows).toContainEqual(
        expect.objectContaining({
          operation: 'person.erase',
          after: { reason: REASON, keepTimesheets: false },
        }),
      );
    });

    it('what the person wrote stays, with a former colleague as author in the language of the reader', async () => {
      const { companyId } = fixture;
      const { id: userId } = await app.identity.createUser({
        ...{ companyId, name: 'Ana Núñez', role: 'MANAGER' },
        email: person.email,
      });
      const { sessionId } = await app.identity.issueSession(userId, 60_000);
      const headers = { SessionId: sessionId };
      const { body: plan } = await app.anonymous().post(PLANS, planBody(), { headers });
      await app.anonymous().post(actionPath(plan.id), { title: { defaultValue: 'Talk' } }, { headers });
      await erase();

      expect((await app.anonymous().get(PLANS, { headers })).status).toBe(401);
      const reader = await app.user('ADMIN', companyId);
      expect((await reader.get(`${PLANS}/${plan.id}`)).body).toMatchObject({
        title: plan.title,
        createdBy: userId,
      });
      const users = `/api/v1/company/users?ids=${userId}`;
      expect((await reader.get(users)).body[0].name).toBe('A former colleague');
      await app.sql(`UPDATE user_account SET language = 'es' WHERE company_id = $1 AND id = $2`, [
        companyId,
        reader.userId,
      ]);
      await eventually(async () => {
        expect((await reader.get(users)).body[0].name).toBe('Una persona que ya no está en la empresa');
      });
    });

    it('a user and working times with a former address are gone, unless another employee has it', async () => {
      const { companyId } = fixture;
      const former = person.email;
      const other = employeeBody();
      await hr.post(INVITE, other);
      const users = await Promise.all(
        [former, other.email].map((email) =>
          app.identity.createUser({ companyId, name: 'Ana', role: 'MANAGER', email }),
        ),
      );
      await app.sql('UPDATE user_account SET link_firm_at = now() WHERE company_id = $1', [companyId]);
      await importTimesheets(timesheetRecord({ email: former, externalId: undefined }));
      const rename = async (externalId: string, email: string) => {
        const path = byExternalId(externalId);
        expect((await hr.put(path, { externalId, email })).status).toBe(200);
      };
      // For a while, the person had the address of the other one by mistake.
      await rename(other.externalId, `moved-${other.email}`);
      await rename(person.externalId, other.email);
      await rename(person.externalId, `new-${former}`);
      await rename(other.externalId, other.email);
      await erase();

      const left = await app.sql(
        'SELECT name FROM user_account WHERE company_id = $1 AND id = ANY ($2) ORDER BY name',
        [companyId, users.map(({ id }) => id)],
      );
      expect(left).toEqual([{ name: '' }, { name: 'Ana' }]);
      expect((await hr.get(TIMESHEETS)).body.results).toEqual([]);
      expect((await hr.post(INVITE, employeeBody({ email: former }))).body.errorCode).toBe('PERSON_ERASED');
    });

    it('working times are gone, and their counts are right', async () => {
      const { email, externalId } = person;
      await importTimesheets(
        timesheetRecord({ email, externalId: undefined }),
        timesheetRecord({ email: undefined, externalId }),
        timesheetRecord({ email: 'other@example.com', externalId: 'other', changeHistory: [] }),
      );
      await erase();
      const { body } = await hr.get(TIMESHEETS);
      expect(body.results.map(({ externalId: id }: Body) => id)).toEqual(['other']);
      await expectExactCounts(app);
    });

    it('with keepTimesheets, all working times have one pseudonym', async () => {
      const { email, externalId } = person;
      await importTimesheets(
        timesheetRecord({ email, externalId: undefined }),
        timesheetRecord({ email: undefined, externalId }),
      );
      await erase({ keepTimesheets: true });
      const { body } = await hr.get(TIMESHEETS);
      const names = body.results.map(({ email: address, externalId: id }: Body) => [address, id]);
      expect(names).toEqual([
        [undefined, expect.stringMatching(/^[0-9a-f]{24}$/)],
        [undefined, names[0][1]],
      ]);
      await expectExactCounts(app);
    });

    it('nobody can add the person again, in any case and by any key', async () => {
      await erase();
      const email = person.email.toUpperCase();
      for (const body of [{ externalId: person.externalId }, { email }]) {
        const { status, body: problem } = await hr.post(INVITE, body);
        expect([status, problem.errorCode]).toEqual([409, 'PERSON_ERASED']);
      }
      const { body } = await hr.post(BULK, {
        rows: [
          { operation: 'invite', employee: { email } },
          { operation: 'invite', employee: { externalId: 'new' } },
        ],
      });
      expect(body.results.map(({ status }: Body) => status)).toEqual([409, 200]);
      const { status } = await hr.put(byExternalId('new'), { externalId: 'new', email });
      expect(status).toBe(409);
      const other = await SyncFixture.open(app);
      expect((await other.hr.post(INVITE, person)).status).toBe(200);
    });

    it('imports leave the person out, and take the others', async () => {
      await erase();
      const { email, externalId } = person;
      const others = [employeeBody(), employeeBody()] as const;
      const importEmployees = (...records: Body[]) =>
        app.app.get(EmployeeImporter).import(fixture.companyId, records);
      const list = [{ email: email.toUpperCase() }, others[0], { externalId, deleted: true }, others[1]];
      const counts = { created: 2, updated: 0, unchanged: 0, suppressed: [0, 2] };
      expect(await importEmployees(...list)).toEqual(counts);
      expect(await importEmployees(...list)).toEqual({ ...counts, created: 0, unchanged: 2 });
      expect(await fixture.people()).toHaveLength(2);
      expect(await fixture.people('?deleted=true')).toEqual([]);
      // Issues name records by their place in the whole list.
      await expect(
        importEmployees(list[0]!, { email: 'a@example.com', groupIds: [newId()] }),
      ).rejects.toMatchObject({
        issues: [{ path: '[1].groupIds[0]' }],
      });
      await expect(importEmployees(...list, others[0])).rejects.toMatchObject({
        issues: expect.arrayContaining([
          expect.objectContaining({ path: '[4].email', message: expect.stringContaining('(see [1])') }),
        ]),
      });

      const entryOf = (address: string) =>
        timesheetRecord({ email: address, externalId: undefined, changeHistory: [] });
      const [ofPerson, ofOther] = [entryOf(email), entryOf(others[0].email)];
      const done = { created: 1, updated: 0, unchanged: 0, suppressed: [0] };
      expect(await importTimesheets(ofPerson, ofOther)).toEqual(done);
      expect((await hr.get(TIMESHEETS)).body.results).toMatchObject([{ email: others[0].email }]);
      await expect(importTimesheets(ofPerson, ofOther, ofOther)).rejects.toMatchObject({
        issues: [{ path: '[2].timesheetExternalId' }],
      });
    });

    it('a list leaves the person out, keeps nothing of the row, and changes the others', async () => {
      await erase();
      const list = [{ externalId: 'new' }, { ...person, name: 'Again' }];
      const sync = await fixture.sync(list, '?source=hr&apply=true');
      expect(sync).toMatchObject({ status: 'APPLIED', counts: { added: 1, suppressed: 1 } });
      const { body } = await hr.get(`/api/v1/public/company/employees/syncs/${sync.id}/suppressed`);
      expect(body.result).toEqual([
        {
          changes: [],
          issues: [{ path: '[1]', code: 'PERSON_ERASED', message: 'names a person who was erased' }],
        },
      ]);
    });

    it('the company can allow the person again, which is recorded', async () => {
      const id = await erase();
      const path = `${ERASURES}/${id}`;
      expect((await hr.patch(path, { allowAgain: false, reason: 'x' })).status).toBe(400);
      const { status, body } = await hr.patch(path, { allowAgain: true, reason: 'Employed again' });
      expect([status, typeof body.allowedAgainAt]).toEqual([200, 'string']);
      expect((await hr.post(INVITE, person)).status).toBe(200);
      const rows = await app.sql(
        `SELECT after FROM audit_record WHERE company_id = $1 AND operation = 'person.allow-again'`,
        [fixture.companyId],
      );
      expect(rows).toEqual([{ after: { reason: 'Employed again' } }]);
    });
  });
});
