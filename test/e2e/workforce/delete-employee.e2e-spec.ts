import { byEmail, byExternalId } from '../../support/builders/employee.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf, WorkforceFixture } from '../../support/workforce-fixture.js';

const TEMPLATES = '/api/v1/company/announcements/templates';

describe('DELETE /api/v1/public/company/employees/{externalid,email}/…', () => {
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
      expect((await app.anonymous().delete(path)).status).toBe(401);
      expect((await reader.delete(path)).status).toBe(403);
    }
    expect(await fixture.everything()).toEqual(before);
  });

  it('ends an employment today, by either path, and answers a plain text', async () => {
    for (const pathOf of ['email', 'externalId'] as const) {
      const person = await fixture.invited(fixture.full());
      const path = pathOf === 'email' ? byEmail(person.email) : byExternalId(person.externalId);
      const { status, text, headers } = await fixture.hr.delete(path);
      expect([status, text]).toEqual([200, 'Employee deleted']);
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
      const row = await fixture.row(person.id);
      expect(row).toMatchObject({ turnover_type: null, email: person.email, external_id: person.externalId });
      expect(row.deleted_at.getTime()).toBeGreaterThan(Date.now() - 10_000);
      expect(row.turnover_date.toISOString()).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`);
      const again = await fixture.hr.delete(path);
      expect([again.status, again.body.errorCode]).toEqual([404, 'EMPLOYEE_NOT_FOUND']);
    }
  });

  it.each([
    ['31122026', '2026-12-31T00:00:00.000Z'],
    ['2026-12-31', '2026-12-31T00:00:00.000Z'],
    ['2026-12-31T23:30:00-02:00', '2027-01-01T01:30:00.000Z'],
  ])('keeps the turnover date %s', async (date, expected) => {
    const { id, email } = await fixture.invited();
    await fixture.hr.delete(`${byEmail(email)}?turnoverDate=${date}&turnoverType=INVOLUNTARY`);
    const { turnover_date, turnover_type } = await fixture.row(id);
    expect([turnover_date.toISOString(), turnover_type]).toEqual([expected, 'INVOLUNTARY']);
  });

  it.each([
    ['turnoverDate', '31022026'],
    ['turnoverDate', 'tomorrow'],
    ['turnoverType', 'voluntary'],
    ['turnoverType', 'FIRED'],
    ['turnoverType', 'OTHER&turnoverType=OTHER'],
  ])('answers 400 to %s=%s before it looks for the person', async (name, value) => {
    const answer = await fixture.hr.delete(`${byEmail('nobody@example.com')}?${name}=${value}`);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer).map(([path]) => path)).toEqual([name]);
  });

  it('takes empty parameters for absent ones', async () => {
    const { email } = await fixture.invited();
    expect((await fixture.hr.delete(`${byEmail(email)}?turnoverDate=&turnoverType=`)).status).toBe(200);
  });

  it('leaves people of another company alone', async () => {
    const person = await fixture.invited();
    const stranger = await app.integration();
    expect((await stranger.delete(byEmail(person.email))).status).toBe(404);
    expect((await stranger.delete(byExternalId(person.externalId))).status).toBe(404);
    expect((await fixture.row(person.id)).deleted_at).toBeNull();
  });

  it('ends the sessions of the user who is the employee, in that company only', async () => {
    const user = await app.user('MANAGER', fixture.companyId);
    const colleague = await app.user('ADMIN', fixture.companyId);
    const namesake = await app.user('ADMIN');
    const [{ email } = { email: '' }] = await app.sql<{ email: string }>(
      'SELECT email FROM user_account WHERE id = $1',
      [user.userId],
    );
    await app.sql('UPDATE user_account SET email = $2, email_key = $2 WHERE id = $1', [
      namesake.userId,
      email,
    ]);
    const { externalId } = await fixture.invited({ email: email.toUpperCase(), externalId: 'has-sessions' });
    for (const client of [user, colleague, namesake]) expect((await client.get(TEMPLATES)).status).toBe(200);
    const other = await TestApp.start({}, app.databaseUrl);
    try {
      expect((await user.at(other.baseUrl).get(TEMPLATES)).status).toBe(200);
      expect((await fixture.hr.delete(byExternalId(externalId))).status).toBe(200);
      expect((await user.get(TEMPLATES)).status).toBe(401);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect((await user.at(other.baseUrl).get(TEMPLATES)).status).toBe(401);
    } finally {
      await other.stop();
    }
    for (const client of [colleague, namesake]) expect((await client.get(TEMPLATES)).status).toBe(200);
  });

  it('lets one of concurrent deletions win', async () => {
    for (let round = 0; round < 10; round++) {
      const { email, externalId } = await fixture.invited();
      const answers = await Promise.all([
        fixture.hr.delete(byEmail(email)),
        fixture.hr.delete(byExternalId(externalId)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    }
  });
});
