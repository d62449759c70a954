import type { ApiClient } from '../../support/api-client.js';
import { byEmail, byExternalId, employeeBody, INVITE } from '../../support/builders/employee.js';
import { MOMENT, OF_THE_SERVICE } from '../../support/employee-answers.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

describe('POST /api/v1/public/company/employees/invite', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
  });
  afterAll(() => app.stop());

  it('answers 401 without a key and with a session', async () => {
    expect((await app.anonymous().post(INVITE, employeeBody())).status).toBe(401);
    expect((await (await app.user('ADMIN')).post(INVITE, employeeBody())).status).toBe(401);
  });

  it('answers 403 to a key without the scope, before the body is read', async () => {
    const reader = await app.integration(['employees:read', 'segmentation:read', 'timesheets:read']);
    expect((await reader.post(INVITE, undefined, { raw: '{' })).status).toBe(403);
  });

  it('creates a person with every property, who is not activated', async () => {
    const body = fixture.full();
    const { status, body: answer, headers } = await fixture.hr.post(INVITE, { ...body, id: 'ignored' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer).toEqual({ id: expect.stringMatching(/^[0-9a-f]{24}$/), ...body, ...OF_THE_SERVICE });
    expect(await fixture.row(answer.id)).toMatchObject({
      company_id: fixture.companyId,
      name: 'Jo Doe',
      email: body.email,
      external_id: body.externalId,
      activated: false,
      must_choose_profile: false,
      deleted_at: null,
    });
    expect((await fixture.hr.get(byEmail(body.email))).body).toEqual(answer);
  });

  it.each([
    ['email', { email: 'only@example.com' }],
    ['externalId', { externalId: 'only' }],
  ])('creates a person by %s alone and leaves out what has no value', async (_, body) => {
    expect((await fixture.hr.post(INVITE, body)).body).toEqual({
      id: expect.any(String),
      ...body,
      profile: [],
      groupIds: [],
      managedHierarchies: [],
      ...OF_THE_SERVICE,
    });
  });

  it('asks for e-mail or external id', async () => {
    for (const body of [{}, { name: 'Jo' }, { email: null, externalId: null }]) {
      const answer = await fixture.hr.post(INVITE, body);
      expect([answer.status, issuesOf(answer)]).toEqual([400, [['email', 'REQUIRED']]]);
    }
  });

  it('merges what was sent into the person who has the e-mail, in any case, or the external id', async () => {
    const person = await fixture.invited(fixture.full());
    const byMail = await fixture.hr.post(INVITE, { email: person.email.toUpperCase(), name: 'Upper' });
    expect([byMail.status, byMail.body]).toEqual([
      200,
      { ...person, email: person.email.toUpperCase(), name: 'Upper', updatedAt: MOMENT },
    ]);
    const byId = await fixture.hr.post(INVITE, { externalId: person.externalId, groupIds: [] });
    expect(byId.body).toEqual({ ...byMail.body, groupIds: [], updatedAt: MOMENT });
    expect((await fixture.row(person.id)).activated).toBe(false);
  });

  it('gives a known person the other of the two', async () => {
    const [{ email }, { externalId }] = [employeeBody(), employeeBody()];
    const person = await fixture.invited({ email });
    const { body } = await fixture.hr.post(INVITE, { email, externalId });
    expect(body).toEqual({ ...person, externalId, updatedAt: MOMENT });
    expect((await fixture.hr.get(byExternalId(externalId))).body.id).toBe(person.id);
  });

  it('keeps a person who is there activated', async () => {
    const person = await fixture.invited();
    await app.sql('UPDATE employee SET activated = true WHERE id = $1', [person.id]);
    await fixture.invited({ email: person.email, name: 'New' });
    expect((await fixture.row(person.id)).activated).toBe(true);
  });

  it('answers 409 when e-mail and external id are those of two people, and changes nothing', async () => {
    const [one, other] = [await fixture.invited(), await fixture.invited()];
    const before = await fixture.everything();
    const answer = await fixture.hr.post(INVITE, {
      email: one.email,
      externalId: other.externalId,
      name: 'x',
    });
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'EMPLOYEE_CONFLICT']);
    expect(issuesOf(answer)).toEqual([['externalId', 'TAKEN']]);
    expect(answer.body.detail).toBe('email belongs to one employee and externalId to another.');
    expect(await fixture.everything()).toEqual(before);
  });

  it('takes back a deleted person: same id, not activated, no turnover, the rest kept unless sent', async () => {
    const person = await fixture.invited(fixture.full());
    await app.sql('UPDATE employee SET activated = true WHERE id = $1', [person.id]);
    await fixture.hr.delete(`${byEmail(person.email)}?turnoverType=VOLUNTARY`);
    const { status, body } = await fixture.hr.post(INVITE, { externalId: person.externalId, name: 'Back' });
    expect([status, body]).toEqual([200, { ...person, name: 'Back', updatedAt: MOMENT }]);
    expect(await fixture.row(person.id)).toMatchObject({
      activated: false,
      deleted_at: null,
      turnover_date: null,
      turnover_type: null,
    });
    expect((await fixture.list('?deleted=true')).body.map(({ id }: { id: string }) => id)).not.toContain(
      person.id,
    );
  });

  it('takes null for absent', async () => {
    const person = await fixture.invited(fixture.full());
    const nulls = Object.fromEntries(Object.keys(employeeBody(fixture.full())).map((name) => [name, null]));
    const { status, body } = await fixture.hr.post(INVITE, { ...nulls, email: person.email });
    expect([status, body]).toEqual([200, person]);
    const created = await fixture.hr.post(INVITE, { ...nulls, externalId: 'NULLS-1' });
    expect([created.status, created.body.externalId]).toEqual([200, 'NULLS-1']);
    expect((await fixture.hr.post(INVITE, { ...nulls, name: 'Jo' })).status).toBe(400);
  });

  it('restores an employee without an identifier that another one has by now', async () => {
    const gone = await fixture.invited();
    await fixture.hr.delete(byEmail(gone.email));
    const holder = await fixture.invited();
    await fixture.hr.put(byEmail(holder.email), { externalId: gone.externalId });
    const { externalId: _, ...rest } = gone;
    const { status, body } = await fixture.hr.post(INVITE, { email: gone.email });
    expect([status, body]).toEqual([200, { ...rest, updatedAt: MOMENT }]);
  });

  it('does not take back one with another external id for the e-mail alone', async () => {
    const gone = await fixture.invited();
    await fixture.hr.delete(byEmail(gone.email));
    const newcomer = await fixture.invited({ email: gone.email, externalId: 'NEW-1' });
    expect(newcomer.id).not.toBe(gone.id);
    await fixture.hr.delete(byEmail(newcomer.email));
    const without = await fixture.invited({ email: 'none@example.com', externalId: undefined });
    await fixture.hr.delete(byEmail(without.email));
    const back = await fixture.invited({ email: 'none@example.com', externalId: 'NEW-2' });
    expect(back.id).toBe(without.id);
  });

  it('lets a person who is there go before a deleted one', async () => {
    const gone = await fixture.invited();
    await fixture.hr.delete(byEmail(gone.email));
    const there = await fixture.invited({ email: gone.email });
    expect(there.id).toBe(gone.id); // nobody else was there
    await fixture.hr.delete(byEmail(gone.email));
    const other = await fixture.invited();
    await app.sql(
      `UPDATE employee SET email_key = lower($2), document = jsonb_set(document::jsonb, '{email}', to_jsonb($2::text))
       WHERE id = $1`,
      [other.id, gone.email],
    );
    expect((await fixture.invited({ email: gone.email })).id).toBe(other.id);
    expect((await fixture.row(gone.id)).deleted_at).not.toBeNull();
  });

  it('takes back the one with the external id when e-mail and external id are those of two who left', async () => {
    const [one, other] = [await fixture.invited(), await fixture.invited()];
    await fixture.hr.delete(byEmail(one.email));
    await fixture.hr.delete(byEmail(other.email));
    const back = await fixture.invited({ email: one.email, externalId: other.externalId });
    expect(back.id).toBe(other.id);
    expect((await fixture.row(one.id)).deleted_at).not.toBeNull();
  });

  it.each(['lower', 'higher'] as const)(
    'reactivates the person who left last of two with the same e-mail (the other has the %s id)',
    async (order) => {
      const { email, first, last } = await fixture.leftOneAfterTheOther(order);
      expect((await fixture.invited({ email })).id).toBe(last.id);
      const gone = (await fixture.list('?deleted=true')).body.map(({ id }: { id: string }) => id);
      expect(gone).toContain(first.id);
      expect(gone).not.toContain(last.id);
    },
  );

  it('takes a person back without what the company no longer has', async () => {
    const person = await fixture.invited(fixture.full());
    await fixture.hr.delete(byEmail(person.email));
    await app.sql('UPDATE employee SET hierarchy_id = NULL, document = $2 WHERE id = $1', [
      person.id,
      {
        ...person,
        hierarchyId: 'gone',
        groupIds: [fixture.groups[0].id, 'gone'],
        profile: [...fixture.profile(), { id: 'gone', valueId: 'x' }],
      },
    ]);
    const { hierarchyId: _, ...rest } = person;
    expect(await fixture.invited({ email: person.email })).toEqual({ ...rest, updatedAt: MOMENT });
  });

  it('refuses a profile of more entries than a company has characteristics as a whole', async () => {
    const profile = Array.from({ length: 1_001 }, () => ({ id: 1 }));
    const answer = await fixture.hr.post(INVITE, employeeBody({ profile }));
    expect([answer.status, issuesOf(answer)]).toEqual([400, [['profile', 'TOO_MANY']]]);
  });

  it('names every broken rule and every unknown reference', async () => {
    const shape = await fixture.hr.post(INVITE, {
      email: 'nobody',
      role: 'BOSS',
      profile: [{ id: 1 }, { valueId: 'x' }, { id: 'x', foo: 1 }, { id: 'x', date: '31022026' }],
      groupIds: 'x',
      extra: 1,
    });
    expect(shape.status).toBe(400);
    expect(issuesOf(shape).sort()).toEqual([
      ['email', 'EMAIL'],
      ['extra', 'UNKNOWN_MEMBER'],
      ['groupIds', 'WRONG_TYPE'],
      ['profile[0].id', 'WRONG_TYPE'],
      ['profile[1].id', 'REQUIRED'],
      ['profile[2].foo', 'UNKNOWN_MEMBER'],
      ['profile[3].date', 'DATE_TIME'],
      ['role', 'NOT_ALLOWED'],
    ]);
    const { start, shift, skill } = fixture;
    const references = await fixture.hr.post(
      INVITE,
      employeeBody({
        hierarchyId: fixture.groups[0].id,
        managedHierarchies: [fixture.team.id, 'x'],
        groupIds: ['x', fixture.groups[1].id],
        profile: [
          { id: 'x', valueId: 'x' },
          { id: start.id },
          { id: start.id, valueId: 'x', date: '2024-01-01' },
          { id: shift.id, valueId: skill.nodes[0]!.id },
          { id: skill.id, valueId: skill.nodes[0]!.id },
          { id: fixture.remote.id, valueId: fixture.remote.allowedValues[0]!.id },
        ],
      }),
    );
    expect([references.status, references.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(issuesOf(references)).toEqual([
      ['hierarchyId', 'UNKNOWN_REFERENCE'],
      ['managedHierarchies[1]', 'UNKNOWN_REFERENCE'],
      ['groupIds[0]', 'UNKNOWN_REFERENCE'],
      ['profile[0].id', 'UNKNOWN_REFERENCE'],
      ['profile[1].date', 'REQUIRED'],
      ['profile[2].valueId', 'NOT_ALLOWED'],
      ['profile[3].valueId', 'UNKNOWN_REFERENCE'],
      ['profile[4].valueId', 'NOT_ALLOWED'],
      ['profile[4].leafId', 'REQUIRED'],
    ]);
  });

  it('lets duplicates collapse and puts dates into UTC', async () => {
    const { start, shift, groups, team, department } = fixture;
    const value = { id: shift.id, valueId: shift.allowedValues[0]!.id };
    const { body } = await fixture.hr.post(
      INVITE,
      employeeBody({
        groupIds: [groups[1].id, groups[0].id, groups[1].id],
        managedHierarchies: [team.id, team.id, department.id],
        profile: [
          value,
          { id: start.id, date: '01032024' },
          { ...value, leafId: null },
          { id: start.id, date: '2024-03-01' },
        ],
      }),
    );
    expect(body).toMatchObject({
      groupIds: [groups[1].id, groups[0].id],
      managedHierarchies: [team.id, department.id],
      profile: [value, { id: start.id, date: '2024-03-01T00:00:00.000Z' }],
    });
  });

  it('knows nothing of the people and the segmentation of another company', async () => {
    const other = await WorkforceFixture.open(app);
    const body = fixture.full();
    const person = await fixture.invited(body);
    const answer = await other.hr.post(INVITE, body);
    expect(issuesOf(answer).map(([path]) => path)).toContain('hierarchyId');
    const twin = await other.invited({ email: body.email, externalId: body.externalId });
    expect(twin.id).not.toBe(person.id);
    expect((await fixture.hr.get(byEmail(body.email))).body).toEqual(person);
  });

  it('makes one person of concurrent invitations', async () => {
    const keys: ApiClient[] = [fixture.hr, await app.integration(undefined, fixture.companyId)];
    for (let round = 0; round < 15; round++) {
      const { email, externalId } = employeeBody();
      const bodies = [
        { email },
        { email: email.toUpperCase() },
        { email, externalId },
        { externalId, email },
      ];
      const answers = await Promise.all(bodies.map((body, index) => keys[index % 2]!.post(INVITE, body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    }
  });
});
