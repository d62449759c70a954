import { newId } from '../../../src/shared-kernel/id.js';
import { USERS } from '../../support/builders/look-ups.js';
import { TestApp } from '../../support/test-app.js';
import { issuesOf } from '../../support/workforce-fixture.js';

describe(`GET ${USERS}`, () => {
  let app: TestApp;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
  });
  afterAll(() => app.stop());

  it('answers 401 without a session, 403 to those who are no company managers, before the query', async () => {
    expect((await app.anonymous().get(USERS)).status).toBe(401);
    expect((await (await app.integration()).get(USERS)).status).toBe(401);
    for (const role of ['EMPLOYEE', 'PUBLIC'] as const)
      expect((await (await app.user(role, companyId)).get(USERS)).status).toBe(403);
  });

  it('requires ids, at most 200', async () => {
    const caller = await app.user('ADVISOR', companyId);
    for (const query of ['', '?', '?ids=', '?ids[]=']) {
      const answer = await caller.get(USERS + query);
      expect([query, answer.status, issuesOf(answer)]).toEqual([query, 400, [['ids', 'REQUIRED']]]);
    }
    const ids = Array.from({ length: 201 }, () => newId());
    const answer = await caller.get(`${USERS}?ids=${ids.join()}`);
    expect([answer.status, issuesOf(answer)]).toEqual([400, [['ids', 'TOO_MANY']]]);
    expect((await caller.get(`${USERS}?ids=${ids.slice(1).join()}`)).body).toEqual([]);
    const others = await caller.get(`${USERS}?ids=,`);
    expect([others.status, issuesOf(others)]).toEqual([400, [['ids', 'EMPTY']]]);
  });

  it('names users of the company, also deactivated ones, each once, and leaves others out', async () => {
    const caller = await app.user('RESPONSIBLE', companyId);
    const left = await app.user('EMPLOYEE', companyId);
    const stranger = await app.user('ADMIN');
    await app.identity.deactivateUser(left.userId);
    const ids = [left.userId, stranger.userId, caller.userId, newId(), 'nonsense', left.userId];
    const { status, body, headers } = await caller.get(`${USERS}?ids=${ids.join('&ids=')}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const name = (text: string) => ({ id: text, name: expect.stringMatching(/^User \d+$/) as string });
    expect(body).toEqual([
      { ...name(caller.userId), role: 'RESPONSIBLE', deactivated: false },
      { ...name(left.userId), role: 'EMPLOYEE', deactivated: true },
    ]);
  });
});
