import { CHANGES, COMPANY_CHANGES } from '../../support/builders/change.js';
import { actionPath, planBody, PLANS } from '../../support/builders/plan.js';
import { TEMPLATES, templateBody } from '../../support/builders/template.js';
import { FeedFollower, type Change } from '../../support/feed-follower.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';
import { PostgresServer } from '../../support/postgres-server.js';

describe(`GET ${COMPANY_CHANGES}`, () => {
  let server: PostgresServer;
  let fixture: PlanFixture;
  const followers: Record<'creator' | 'manager' | 'admin' | 'stranger', FeedFollower> = {} as never;

  beforeAll(async () => {
    server = await PostgresServer.start();
    fixture = await PlanFixture.start({}, server.url);
  });
  afterAll(async () => {
    await fixture.stop();
    await server.close();
  });
  beforeEach(async () => {
    for (const name of ['creator', 'manager', 'admin', 'stranger'] as const) {
      followers[name] = new FeedFollower(fixture[name], COMPANY_CHANGES);
      await followers[name].begin();
    }
  });

  const shown = (changes: readonly Change[]): string[] =>
    changes.map(({ kind, id, deleted }) => `${kind} ${id}${deleted ? ' deleted' : ''}`);
  const seen = async (): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(followers).map(
          async ([name, follower]) => [name, shown(await follower.read())] as const,
        ),
      ),
    );
  const created = async (caller: Caller, body = {}): Promise<string> =>
    (await caller.post(PLANS, planBody(body))).body.id;
  const set = (id: string, body: object): Promise<unknown> => fixture.creator.patch(`${PLANS}/${id}`, body);

  it('is for company managers with a session', async () => {
    expect((await fixture.app.anonymous().get(COMPANY_CHANGES)).status).toBe(401);
    expect((await fixture.workforce.hr.get(COMPANY_CHANGES)).status).toBe(401);
    expect((await (await fixture.app.user('EMPLOYEE')).get(COMPANY_CHANGES)).status).toBe(403);
    expect((await fixture.manager.get(CHANGES)).status).toBe(401);
    expect((await fixture.manager.get(`${COMPANY_CHANGES}?kinds=employee`)).status).toBe(400);
  });

  it('has a plan as its reader reads it, also when something in it changes', async () => {
    const id = await created(fixture.creator, { visibility: 'PUBLIC' });
    const path = actionPath(id);
    const { creator, manager } = fixture;
    const action = (await creator.post(path, { title: { defaultValue: 'Action' } })).body.id;
    await seen();
    const notes = `${path}/${action}/notes`;
    const steps = [
      () => creator.patch(`${path}/${action}`, { source: 'AI' }),
      () => creator.post(notes, { content: 'For me', visibility: 'PRIVATE' }),
      () => manager.post(notes, { content: 'For all' }),
      () => creator.delete(`${path}/${action}`),
    ];
    for (const step of steps) {
      expect((await step()).status).toBeLessThan(300);
      for (const name of ['creator', 'manager'] as const) {
        expect(shown(await followers[name].read())).toEqual([`plan ${id}`]);
        const { body } = await fixture[name].get(`${PLANS}/${id}`);
        expect(followers[name].known.get(`plan ${id}`)).toEqual(body);
      }
    }
  });

  it('tells nobody of plans that were never theirs to read', async () => {
    const id = await created(fixture.creator, { visibility: 'PRIVATE' });
    await set(id, { title: { defaultValue: 'Other' } });
    expect(await seen()).toEqual({ creator: [`plan ${id}`], manager: [], admin: [], stranger: [] });
    await fixture.creator.delete(`${PLANS}/${id}`);
    expect(await seen()).toEqual({ creator: [`plan ${id} deleted`], manager: [], admin: [], stranger: [] });
  });

  it('has a plan that becomes private as deleted for those who could read it before', async () => {
    const id = await created(fixture.creator, { visibility: 'PUBLIC' });
    const all = [`plan ${id}`];
    expect(await seen()).toEqual({ creator: all, manager: all, admin: all, stranger: [] });
    await set(id, { visibility: 'PRIVATE' });
    const gone = [`plan ${id} deleted`];
    expect(await seen()).toEqual({ creator: all, manager: gone, admin: gone, stranger: [] });
    const late = new FeedFollower(await fixture.app.user('MANAGER', fixture.companyId), COMPANY_CHANGES);
    await late.begin();
    await set(id, { title: { defaultValue: 'Private' } });
    expect(await late.read()).toEqual([]);
    expect(await seen()).toEqual({ creator: all, manager: [], admin: [], stranger: [] });
    await set(id, { visibility: 'PUBLIC' });
    expect(shown(await late.read())).toEqual(all);
    expect(await seen()).toEqual({ creator: all, manager: all, admin: all, stranger: [] });
  });

  it('has only the end of a plan that became private, public and private again', async () => {
    const id = await created(fixture.creator, { visibility: 'PUBLIC' });
    await set(id, { visibility: 'PRIVATE' });
    await set(id, { visibility: 'PUBLIC' });
    expect((await seen())['manager']).toEqual([`plan ${id}`]);
    await set(id, { visibility: 'PRIVATE' });
    await set(id, { visibility: 'PUBLIC' });
    await fixture.creator.delete(`${PLANS}/${id}`);
    await followers.manager.read();
    expect(followers.manager.known.has(`plan ${id}`)).toBe(false);
  });

  it('has a disabled template as deleted for those who do not manage templates', async () => {
    const { admin } = fixture;
    const { id } = (await admin.post(TEMPLATES, templateBody())).body;
    const all = [`template ${id}`];
    expect(await seen()).toEqual({ creator: all, manager: all, admin: all, stranger: all });
    expect(followers.manager.known.get(all[0]!)).toEqual((await admin.get(`${TEMPLATES}/${id}`)).body);
    await admin.patch(`${TEMPLATES}/${id}`, { enabled: false });
    const gone = [`template ${id} deleted`];
    expect(await seen()).toEqual({ creator: gone, manager: gone, admin: all, stranger: all });
    await admin.delete(`${TEMPLATES}/${id}`);
    expect(await seen()).toEqual({ creator: gone, manager: gone, admin: gone, stranger: gone });
  });

  it('does not take the cursor of another user', async () => {
    const { status, body } = await fixture.admin.get(`${COMPANY_CHANGES}?after=${followers.manager.cursor}`);
    expect([status, body.errorCode]).toEqual([400, 'CURSOR_INVALID']);
  });
});
