import { ROLES } from '../../../src/shared-kernel/actor.js';
import { ME } from '../../support/builders/look-ups.js';
import { employeeRecord } from '../../support/builders/employee.js';
import { DOCUMENTED_REQUESTS } from '../../support/documented-requests.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { TestApp } from '../../support/test-app.js';

/** Signing out comes last. */
const SESSION_AREA = DOCUMENTED_REQUESTS.filter(
  ({ path, isGuarded }) => isGuarded && path.startsWith('/api/v1/company/'),
).sort((one, other) => Number(one.operationId === 'signOut') - Number(other.operationId === 'signOut'));

describe(`GET ${ME}`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  it('answers 401 without a session and to a key', async () => {
    expect((await fixture.app.anonymous().get(ME)).status).toBe(401);
    expect((await fixture.workforce.hr.get(ME)).status).toBe(401);
  });

  it('shows the user, the company, and nothing of an employee where there is none', async () => {
    const { app } = fixture;
    const company = await app.identity.createCompany({ name: 'Aurora', timeZone: 'Europe/Madrid' });
    const { id } = await app.identity.createUser({
      companyId: company.id,
      ...{ email: 'Ana.Lopez@example.com', name: 'Ana López', role: 'ADVISOR', language: 'pt-BR' },
    });
    const { sessionId } = await app.identity.issueSession(id, 60_000);
    const { status, body, headers } = await app.anonymous().get(ME, { headers: { SessionId: sessionId } });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const { permissions, ...rest } = body;
    expect(rest).toEqual({
      user: {
        id,
        name: 'Ana López',
        email: 'Ana.Lopez@example.com',
        role: 'ADVISOR',
        language: 'pt-BR',
      },
      company: { id: company.id, name: 'Aurora', timeZone: 'Europe/Madrid' },
      reminders: true,
      digest: true,
    });
    expect(permissions).toEqual(permissions.toSorted());
  });

  it('names the employee who the user is, of this company, and nobody who is deleted', async () => {
    const { workforce, app } = fixture;
    const user = await fixture.person();
    const { body } = await user.get(ME);
    expect(body.employeeId).toBe(user.employeeId);

    const other = await app.user('MANAGER', fixture.companyId);
    const { email } = (await other.get(ME)).body.user;
    const elsewhere = await app.company();
    await workforce.import([employeeRecord({ email })], elsewhere);
    expect((await other.get(ME)).body.employeeId).toBeUndefined();
    await workforce.import([employeeRecord({ email, deleted: true })]);
    expect((await other.get(ME)).body.employeeId).toBeUndefined();
    // The address has been that of another person, so that only an operator knows.
    const employee = employeeRecord({ email: email.toUpperCase() });
    await workforce.import([employee]);
    expect((await other.get(ME)).body.employeeId).toBeUndefined();
    await app.identity.linkUser(other.userId, employee.id);
    expect((await other.get(ME)).body.employeeId).toBe(employee.id);
  });

  it.each(ROLES)('tells a user with the role %s exactly what the guard lets the role do', async (role) => {
    const user = await fixture.app.user(role, fixture.companyId);
    const { status, body } = await user.get(ME);
    expect([status, body.user.role]).toEqual([200, role]);
    const allowed: string[] = [];
    for (const { operationId, method, path } of SESSION_AREA) {
      const target = path.replaceAll(/\{\w+\}/g, '0123456789abcdef01234567');
      const answer = await user.request(method, target, method === 'GET' ? {} : { json: {} });
      if (answer.body?.errorCode !== 'FORBIDDEN') allowed.push(operationId);
    }
    expect(body.permissions).toEqual(allowed.sort());
  });

  it('leaves out the management of templates for admins of other companies than the operator', async () => {
    const { app, companyId } = fixture;
    const operator = await TestApp.start({ OPERATOR_COMPANY_ID: companyId }, app.databaseUrl);
    try {
      const permissionsOf = async (caller: PlanFixture['admin']): Promise<string[]> =>
        (await caller.at(operator.baseUrl).get(ME)).body.permissions;
      expect(await permissionsOf(fixture.admin)).toContain('createTemplate');
      expect(await permissionsOf(fixture.stranger)).not.toContain('createTemplate');
      expect(await permissionsOf(fixture.stranger)).toContain('listTemplates');
    } finally {
      await operator.stop();
    }
  });

  it('shows a change of the role, and answers 401 to a deactivated user', async () => {
    const { app } = fixture;
    const user = await app.user('ADMIN', fixture.companyId);
    await app.identity.setRole(user.userId, 'PUBLIC');
    const { body } = await user.get(ME);
    const ofEverybody = [
      'createMyNote',
      'getMe',
      'getMyAction',
      'listMyActions',
      'setMyStatus',
      'signOut',
      'updateMe',
    ];
    expect([body.user.role, body.permissions]).toEqual(['PUBLIC', ofEverybody]);
    await app.identity.deactivateUser(user.userId);
    expect((await user.get(ME)).status).toBe(401);
  });

  it('answers 401 when the user is deactivated while the session is cached', async () => {
    const { app } = fixture;
    const user = await app.user('ADMIN', fixture.companyId);
    expect((await user.get(ME)).status).toBe(200);
    await app.sql('UPDATE user_account SET deactivated_at = now() WHERE id = $1', [user.userId]);
    const { status, body } = await user.get(ME);
    expect([status, body.errorCode]).toEqual([401, 'CREDENTIAL_REQUIRED']);
  });
});
