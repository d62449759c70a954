import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../../support/api-client.js';
import { byExternalId, INVITE } from '../../support/builders/employee.js';
import { USERS } from '../../support/builders/look-ups.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf } from '../../support/workforce-fixture.js';

const ME = '/api/v1/company/me';

describe(`PATCH ${USERS}/{userId}`, () => {
  let app: TestApp;
  let companyId: string;
  let admin: ApiClient & { readonly userId: string };
  let hr: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    admin = await app.user('ADMIN', companyId);
    hr = await app.integration(undefined, companyId);
  });
  afterAll(() => app.stop());

  const pathOf = (userId: string): string => `${USERS}/${userId}`;

  async function employee(externalId: string): Promise<string> {
    return (await hr.post(INVITE, { externalId })).body.id as string;
  }

  it('is for admins of the company', async () => {
    const manager = await app.user('MANAGER', companyId);
    expect((await app.anonymous().patch(pathOf(manager.userId), {})).status).toBe(401);
    expect((await manager.patch(pathOf(manager.userId), { employeeId: null })).status).toBe(403);
    const stranger = await app.user('ADMIN');
    for (const [client, id] of [
      [stranger, manager.userId],
      [admin, stranger.userId],
      [admin, newId()],
    ] as const) {
      const { status, body } = await client.patch(pathOf(id), { employeeId: null });
      expect([status, body.errorCode]).toEqual([404, 'USER_NOT_FOUND']);
    }
  });

  it('says who an admin is, who loses the session when the employee leaves', async () => {
    const other = await app.user('ADMIN', companyId);
    const employeeId = await employee('A-1');
    const { status, body } = await admin.patch(pathOf(other.userId), { employeeId });
    expect([status, body]).toEqual([
      200,
      {
        ...{ id: other.userId, name: expect.any(String) as string },
        ...{ role: 'ADMIN', deactivated: false, employeeId, language: 'en' },
        email: expect.any(String) as string,
      },
    ]);
    expect((await other.get(ME)).body.employeeId).toBe(employeeId);
    expect((await admin.patch(pathOf(other.userId), {})).body.employeeId).toBe(employeeId);
    await hr.delete(byExternalId('A-1'));
    expect((await other.get(ME)).status).toBe(401);
  });

  it('says that a user is no employee', async () => {
    const manager = await app.user('MANAGER', companyId);
    await admin.patch(pathOf(manager.userId), { employeeId: await employee('A-2') });
    const { body } = await admin.patch(pathOf(manager.userId), { employeeId: null });
    expect(body).not.toHaveProperty('employeeId');
    expect((await manager.get(ME)).body).not.toHaveProperty('employeeId');
  });

  it('ends the sessions of a user whose employee has left', async () => {
    const manager = await app.user('MANAGER', companyId);
    const employeeId = await employee('A-3');
    await hr.delete(byExternalId('A-3'));
    expect((await admin.patch(pathOf(manager.userId), { employeeId })).status).toBe(200);
    expect((await manager.get(ME)).status).toBe(401);
  });

  it('refuses an employee of nobody, of another company, and of another user', async () => {
    const manager = await app.user('MANAGER', companyId);
    const foreign = await (await app.integration()).post(INVITE, { externalId: 'F' });
    for (const employeeId of [newId(), foreign.body.id]) {
      const answer = await admin.patch(pathOf(manager.userId), { employeeId });
      expect([answer.status, issuesOf(answer)]).toEqual([400, [['employeeId', 'UNKNOWN_REFERENCE']]]);
    }
    const employeeId = await employee('A-4');
    await admin.patch(pathOf(manager.userId), { employeeId });
    const { status, body } = await admin.patch(pathOf(admin.userId), { employeeId });
    expect([status, body.errorCode]).toEqual([409, 'EMPLOYEE_LINKED']);
    expect((await manager.get(ME)).body.employeeId).toBe(employeeId);
  });

  it('has a record that names the admin', async () => {
    const manager = await app.user('MANAGER', companyId);
    const employeeId = await employee('A-5');
    await admin.patch(pathOf(manager.userId), { employeeId });
    const [record] = await app.sql(
      `SELECT operation, actor_id, after FROM audit_record WHERE company_id = $1 AND object_id = $2
       ORDER BY at DESC, id DESC LIMIT 1`,
      [companyId, manager.userId],
    );
    expect(record).toMatchObject({
      ...{ operation: 'user.update', actor_id: admin.userId },
      after: { employeeId },
    });
  });
});
