import { ROLES } from '../../../src/shared-kernel/actor.js';
import { ME } from '../../support/builders/look-ups.js';
import { eventually } from '../../support/eventually.js';
import { SESSIONS } from '../../support/sign-in-fixture.js';
import { TestApp } from '../../support/test-app.js';

const CURRENT = `${SESSIONS}/current`;

let app: TestApp;
let other: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
  other = await TestApp.start({}, app.databaseUrl, { isWorker: false });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

describe('a sign-out', () => {
  it.each(ROLES)('ends the session of %s, here at once and elsewhere within a second', async (role) => {
    const user = await app.user(role);
    expect((await user.at(other.baseUrl).get(ME)).status).toBe(200);
    const { status, text } = await user.delete(CURRENT);
    expect([status, text]).toEqual([204, '']);
    expect((await user.get(ME)).status).toBe(401);
    await eventually(async () => expect((await user.at(other.baseUrl).get(ME)).status).toBe(401), 1_000);
  });

  it('leaves the other sessions of the user, and a record', async () => {
    const user = await app.user('ADMIN');
    const { sessionId } = await app.identity.issueSession(user.userId, 60_000);
    const requestId = `sign-out-${user.userId}`;
    await user.delete(CURRENT, { headers: { 'X-Request-Id': requestId } });
    const second = { headers: { SessionId: sessionId } };
    expect((await app.anonymous().get(ME, second)).status).toBe(200);
    const records = await app.sql(
      `SELECT operation, actor_kind, actor_id, object_id = credential_id AS "isOwn" FROM audit_record WHERE request_id = $1`,
      [requestId],
    );
    const actor = { actor_kind: 'user', actor_id: user.userId };
    expect(records).toEqual([{ ...actor, operation: 'session.revoke', isOwn: true }]);
  });

  it('needs a session', async () => {
    expect((await app.anonymous().delete(CURRENT)).status).toBe(401);
    const user = await app.user('EMPLOYEE');
    await user.delete(CURRENT);
    expect((await user.delete(CURRENT)).status).toBe(401);
  });
});
