import { byEmail, RESET } from '../../support/builders/employee.js';
import { MOMENT } from '../../support/employee-answers.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

describe('PUT /api/v1/public/company/employees/reset', () => {
  let app: TestApp;
  let fixture: WorkforceFixture;

  beforeAll(async () => {
    app = await TestApp.start();
    fixture = await WorkforceFixture.open(app);
  });
  afterAll(() => app.stop());

  it('answers 401 without a key and 403 without the scope, and changes nothing', async () => {
    const { email, id } = await fixture.invited(fixture.full());
    const before = await fixture.row(id);
    const reader = await app.integration(['employees:read'], fixture.companyId);
    expect((await app.anonymous().put(RESET, { email })).status).toBe(401);
    expect((await reader.put(RESET, { email })).status).toBe(403);
    expect(await fixture.row(id)).toEqual(before);
  });

  it('clears area and profile, marks the person, and leaves everything else', async () => {
    const person = await fixture.invited(fixture.full());
    const { hierarchyId: _, ...rest } = person;
    const { status, body } = await fixture.hr.put(RESET, {
      email: person.email.toUpperCase(),
      name: 'Ignored',
      hierarchyId: 'unknown',
      groupIds: ['unknown'],
      role: 'ADMIN',
      profile: [{ id: 'unknown', valueId: 'unknown' }],
      id: 1,
    });
    expect([status, body]).toEqual([200, { ...rest, profile: [], updatedAt: MOMENT }]);
    expect(await fixture.row(person.id)).toMatchObject({
      must_choose_profile: true,
      hierarchy_id: null,
      email: person.email,
    });
    expect((await fixture.hr.get(byEmail(person.email))).body).toEqual(body);
    const values = await app.sql('SELECT * FROM employee_profile_value WHERE employee_id = $1', [person.id]);
    expect(values).toEqual([]);
  });

  it('asks for the e-mail and checks the types of the other properties', async () => {
    for (const email of [undefined, null]) {
      const answer = await fixture.hr.put(RESET, { email, externalId: 'x' });
      expect([answer.status, issuesOf(answer)]).toEqual([400, [['email', 'REQUIRED']]]);
    }
    const answer = await fixture.hr.put(RESET, {
      email: 1,
      name: [],
      role: 'X',
      groupIds: {},
      profile: [1],
      foo: 1,
    });
    expect(issuesOf(answer).sort()).toEqual([
      ['email', 'WRONG_TYPE'],
      ['foo', 'UNKNOWN_MEMBER'],
      ['groupIds', 'WRONG_TYPE'],
      ['name', 'WRONG_TYPE'],
      ['profile[0]', 'WRONG_TYPE'],
      ['role', 'NOT_ALLOWED'],
    ]);
  });

  it('answers 404 to an unknown person, a deleted one and one of another company', async () => {
    const [gone, person] = [await fixture.invited(), await fixture.invited(fixture.full())];
    await fixture.hr.delete(byEmail(gone.email));
    for (const email of ['nobody@example.com', gone.email]) {
      const { status, body } = await fixture.hr.put(RESET, { email });
      expect([status, body.errorCode]).toEqual([404, 'EMPLOYEE_NOT_FOUND']);
    }
    expect((await (await app.integration()).put(RESET, { email: person.email })).status).toBe(404);
    expect((await fixture.row(person.id)).must_choose_profile).toBe(false);
  });
});
