import { actionPath, minimalAction, noteRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { issuesOf } from '../../support/workforce-fixture.js';

describe(`POST ${PLANS}/{planId}/actions/{actionId}/notes`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const post = (path: string, body: unknown, caller = fixture.creator) => caller.post(`${path}/notes`, body);

  it('checks credential, role, plan, action and right before the body', async () => {
    const pathOf = (path: string) => `${path}/notes`;
    await fixture.expectOrderOfChecks('POST', { pathOf, isReader: true }, await fixture.action());
  });

  it.each(['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR'] as const)('is open to %s', async (role) => {
    const { path } = await fixture.action();
    const caller = await fixture.app.user(role, fixture.companyId);
    const { status, body } = await post(path, { content: 'x' }, caller);
    expect([status, body.authorId]).toEqual([200, caller.userId]);
  });

  it('adds a shared note of the caller, and moves the times of action and plan', async () => {
    const { path, planId } = await fixture.action({
      status: 'EXPIRED',
      updatedAt: '2026-01-02T00:00:00.000Z',
    });
    const content = ' First line\r\n\tSecond "line" é 👩🏽‍🚀 </script>';
    const { body, plan } = await fixture.moved(planId, () => post(path, { content }, fixture.manager));
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      authorId: fixture.manager.userId,
      content,
      visibility: 'SHARED',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const [action] = plan['actions'] as [Body];
    expect(action).toMatchObject({ notes: [body], status: 'EXPIRED' });
    expect((action['updatedAt'] as string) >= body.createdAt).toBe(true);
    expect((await fixture.creator.get(path)).body).toEqual(action);
  });

  it('shows a private note to its author only', async () => {
    const { path, planId } = await fixture.action();
    const { body } = await post(path, { content: 'secret', visibility: 'PRIVATE' }, fixture.manager);
    expect(body.visibility).toBe('PRIVATE');
    for (const read of [path, `${PLANS}/${planId}`, PLANS]) {
      expect((await fixture.manager.get(read)).text).toContain(body.id);
      for (const other of [fixture.creator, fixture.admin])
        expect((await other.get(read)).text).not.toContain(body.id);
    }
  });

  it('ignores computed properties, and takes null as absent', async () => {
    const { path } = await fixture.action();
    const sent = { id: 1, authorId: fixture.manager.userId, createdAt: 'x', content: 'x', visibility: null };
    const { status, body } = await post(path, sent);
    expect([status, body.authorId, body.visibility]).toEqual([200, fixture.creator.userId, 'SHARED']);
    const again = await post(path, body);
    expect(again.body).toEqual({ ...body, id: again.body.id, createdAt: again.body.createdAt });
  });

  it.each<[unknown, string, string]>([
    [undefined, '', 'REQUIRED'],
    ['x', '', 'WRONG_TYPE'],
    [{}, 'content', 'REQUIRED'],
    [{ content: null }, 'content', 'REQUIRED'],
    [{ content: { defaultValue: 'x' } }, 'content', 'WRONG_TYPE'],
    [{ content: ' \n' }, 'content', 'BLANK'],
    [{ content: 'x\u0000' }, 'content', 'NUL_CHARACTER'],
    [{ content: 'x', visibility: 'PUBLIC' }, 'visibility', 'NOT_ALLOWED'],
    [{ content: 'x', text: 'x' }, 'text', 'UNKNOWN_MEMBER'],
  ])('answers 400 to %j and changes nothing', async (sent, path, code) => {
    const action = await fixture.action();
    const answer = await fixture.unchanged(() => post(action.path, sent));
    expect([answer.status, ...issuesOf(answer)]).toEqual([400, [path, code]]);
  });

  it('takes a text of 20,000 characters and no longer one', async () => {
    const { path } = await fixture.action();
    expect((await post(path, { content: '👩'.repeat(20_000) })).status).toBe(200);
    const refused = await fixture.unchanged(() => post(path, { content: 'x'.repeat(20_001) }));
    expect([refused.status, ...issuesOf(refused)]).toEqual([400, ['content', 'TOO_LONG']]);
  });

  it('takes the thousandth note of an action and refuses one more, also where some are private', async () => {
    const notes = Array.from({ length: 999 }, (_, index) =>
      noteRecord({ visibility: index % 2 ? 'SHARED' : 'PRIVATE' }),
    );
    const other = minimalAction();
    const full = minimalAction({ notes });
    const planId = await fixture.plan({ actions: [full, other] });
    const path = actionPath(planId, full.id);
    expect((await post(path, { content: 'x' })).status).toBe(200);
    const refused = await fixture.unchanged(() => post(path, { content: 'x' }));
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'TOO_MANY_NOTES']);
    expect((await post(actionPath(planId, other.id), { content: 'x' })).status).toBe(200);
  });
});
