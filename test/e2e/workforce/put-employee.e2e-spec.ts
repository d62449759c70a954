import { byEmail, byExternalId, employeeBody, type Body } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

describe('PUT /api/v1/public/company/employees/{externalid,email}/…', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
  });
  afterAll(() => app.stop());

  it('answers 401 without a key and 403 without the scope, and changes nothing', async () => {
    const person = await fixture.invited();
    const before = await fixture.everything();
    const reader = await app.integration(['employees:read'], fixture.companyId);
    for (const path of [byEmail(person.email), byExternalId(person.externalId)]) {
      expect((await app.anonymous().put(path, { name: 'x' })).status).toBe(401);
      expect((await reader.put(path, { name: 'x' })).status).toBe(403);
    }
    expect(await fixture.everything()).toEqual(before);
  });

  /** Name, request, and the properties of an employee with every property that the request changes. */
  const merges: [string, () => Body, () => Body][] = [
    ['an empty object', () => ({}), () => ({})],
    ['what is ignored', () => ({ id: 'x' }), () => ({})],
    ['a name', () => ({ name: 'New' }), () => ({ name: 'New' })],
    ['null for the name', () => ({ name: null }), () => ({ name: undefined })],
    ['null for the area', () => ({ hierarchyId: null }), () => ({ hierarchyId: undefined })],
    [
      'another area',
      () => ({ hierarchyId: fixture.elsewhere.id }),
      () => ({ hierarchyId: fixture.elsewhere.id }),
    ],
    ['null for the role', () => ({ role: null }), () => ({ role: undefined })],
    ['a role', () => ({ role: 'PUBLIC' }), () => ({ role: 'PUBLIC' })],
    ['null for the profile', () => ({ profile: null }), () => ({ profile: [] })],
    ['an empty profile', () => ({ profile: [] }), () => ({ profile: [] })],
    [
      'a profile, which replaces',
      () => ({ profile: [{ id: fixture.start.id, date: '2025-01-02' }] }),
      () => ({ profile: [{ id: fixture.start.id, date: '2025-01-02T00:00:00.000Z' }] }),
    ],
    [
      'groups, which replace',
      () => ({ groupIds: [fixture.groups[1].id] }),
      () => ({ groupIds: [fixture.groups[1].id] }),
    ],
    ['null for the groups', () => ({ groupIds: null }), () => ({ groupIds: [] })],
    [
      'managed areas, which replace those before',
      () => ({ managedHierarchies: [fixture.elsewhere.id] }),
      () => ({ managedHierarchies: [fixture.elsewhere.id] }),
    ],
    ['no managed areas', () => ({ managedHierarchies: [] }), () => ({ managedHierarchies: [] })],
    ['null for the managed areas', () => ({ managedHierarchies: null }), () => ({ managedHierarchies: [] })],
    ['null for the e-mail', () => ({ email: null }), () => ({ email: undefined })],
    ['null for the external id', () => ({ externalId: null }), () => ({ externalId: undefined })],
  ];

  it.each(merges)('merges %s', async (_, sent, expected) => {
    for (const pathOf of [
      ({ email }: { email: string }) => byEmail(email),
      ({ externalId }: { externalId: string }) => byExternalId(externalId),
    ]) {
      const person = await fixture.invited(fixture.full());
      const before = await fixture.row(person.id);
      const { status, body } = await fixture.hr.put(pathOf(person), sent());
      expect(status).toBe(200);
      const isChanged = Object.keys(expected()).length > 0;
      const { updatedAt } = body as { updatedAt: string };
      expect(updatedAt > person.updatedAt).toBe(isChanged);
      const after = JSON.parse(JSON.stringify({ ...person, ...expected(), updatedAt }));
      expect(body).toEqual(after);
      if (!isChanged) expect(await fixture.row(person.id)).toEqual(before);
      const key = body.email === undefined ? byExternalId(body.externalId) : byEmail(body.email);
      expect((await fixture.hr.get(key)).body).toEqual(after);
      expect(await values(person.id)).toEqual(await profileOf(person.id));
    }
  });

  /** The values that the profile filter reads; they must equal the profile. */
  const values = async (id: string) =>
    (
      await app.sql('SELECT characteristic_id, value FROM employee_profile_value WHERE employee_id = $1', [
        id,
      ])
    )
      .map(({ characteristic_id, value }) => `${String(characteristic_id)}:${String(value)}`)
      .sort();
  const profileOf = async (id: string) =>
    (await fixture.row(id)).profile
      .map((entry: Record<string, string>) => {
        return `${entry['id']}:${entry['date']?.slice(0, 10) ?? entry['valueId'] ?? entry['leafId']}`;
      })
      .sort();

  it('takes back what it has answered and changes nothing', async () => {
    const person = await fixture.invited(fixture.full());
    const before = await fixture.row(person.id);
    const { status, body } = await fixture.hr.put(byEmail(person.email), person);
    expect([status, body]).toEqual([200, person]);
    expect(await fixture.row(person.id)).toEqual(before);
  });

  it('keeps an e-mail as it is written', async () => {
    const person = await fixture.invited();
    const email = person.email.toUpperCase();
    expect((await fixture.hr.put(byEmail(person.email), { email })).body.email).toBe(email);
  });

  it('moves a person to another e-mail and external id, of a deleted person too', async () => {
    const [person, gone] = [await fixture.invited(), await fixture.invited()];
    await fixture.hr.delete(byEmail(gone.email));
    const { email, externalId } = gone;
    const { status, body } = await fixture.hr.put(byExternalId(person.externalId), { email, externalId });
    expect([status, body.id]).toEqual([200, person.id]);
    expect((await fixture.hr.get(byEmail(person.email))).status).toBe(404);
    expect((await fixture.hr.get(byEmail(email))).body.id).toBe(person.id);
  });

  it('answers 409 to the e-mail, in any case, or external id of another employee, and changes nothing', async () => {
    const [one, other] = [await fixture.invited(), await fixture.invited()];
    const before = await fixture.everything();
    for (const [member, value] of [
      ['email', other.email.toUpperCase()],
      ['externalId', other.externalId],
    ] as const) {
      const answer = await fixture.hr.put(byEmail(one.email), { name: 'x', [member]: value });
      expect([answer.status, answer.body.errorCode]).toEqual([409, 'EMPLOYEE_CONFLICT']);
      expect(issuesOf(answer)).toEqual([[member, 'TAKEN']]);
    }
    expect(await fixture.everything()).toEqual(before);
  });

  it('does not let a person lose e-mail and external id both', async () => {
    const person = await fixture.invited();
    const both = await fixture.hr.put(byEmail(person.email), { email: null, externalId: null });
    expect([both.status, issuesOf(both)]).toEqual([400, [['email', 'REQUIRED']]]);
    await fixture.hr.put(byEmail(person.email), { externalId: null });
    expect((await fixture.hr.put(byEmail(person.email), { email: null })).status).toBe(400);
  });

  it('checks the body before the existence, and the existence before the conflict', async () => {
    const { email } = await fixture.invited();
    const nobody = byEmail('nobody@example.com');
    expect((await fixture.hr.put(nobody, { role: 'X' })).status).toBe(400);
    expect((await fixture.hr.put(nobody, { hierarchyId: 'unknown' })).status).toBe(400);
    const { status, body } = await fixture.hr.put(nobody, { email });
    expect([status, body.errorCode]).toEqual([404, 'EMPLOYEE_NOT_FOUND']);
    expect((await fixture.hr.put(byExternalId('\0'), {})).status).toBe(404);
  });

  it('answers 404 to a deleted person and to one of another company, and changes nothing', async () => {
    const [person, gone] = [await fixture.invited(), await fixture.invited()];
    await fixture.hr.delete(byEmail(gone.email));
    const before = await fixture.everything();
    const stranger = await app.integration();
    expect((await fixture.hr.put(byEmail(gone.email), { name: 'x' })).status).toBe(404);
    expect((await stranger.put(byEmail(person.email), { name: 'x' })).status).toBe(404);
    expect((await stranger.put(byExternalId(person.externalId), { name: 'x' })).status).toBe(404);
    expect(await fixture.everything()).toEqual(before);
  });

  it.each([undefined, null, [], 'x', 1])('answers 400 to the body %j', async (body) => {
    const { email } = await fixture.invited();
    expect((await fixture.hr.put(byEmail(email), body)).status).toBe(400);
  });

  it('lets one of concurrent changes to the same e-mail win', async () => {
    for (let round = 0; round < 15; round++) {
      const people = await Promise.all([fixture.invited(), fixture.invited(), fixture.invited()]);
      const { email } = employeeBody();
      const answers = await Promise.all(
        people.map(({ externalId }) => fixture.hr.put(byExternalId(externalId), { email })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    }
  });

  it('answers people who ask for each other’s e-mail at once with 200 or 409', async () => {
    for (let round = 0; round < 15; round++) {
      const [one, other] = await Promise.all([fixture.invited(), fixture.invited()]);
      const answers = await Promise.all([
        fixture.hr.put(byExternalId(one.externalId), { email: other.email }),
        fixture.hr.put(byExternalId(other.externalId), { email: one.email }),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
    }
  });

  it('loses none of concurrent changes of different properties', async () => {
    const person = await fixture.invited();
    const changes = [{ name: 'New' }, { role: 'ADMIN' }, { hierarchyId: fixture.team.id }];
    await Promise.all(changes.map((change) => fixture.hr.put(byEmail(person.email), change)));
    expect((await fixture.hr.get(byEmail(person.email))).body).toEqual({
      ...person,
      ...Object.assign({}, ...changes),
      updatedAt: expect.any(String),
    });
  });
});
