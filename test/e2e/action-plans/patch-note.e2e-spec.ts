import { noteRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture, UNKNOWN_IDS } from '../../support/plan-fixture.js';
import { issuesOf } from '../../support/workforce-fixture.js';

describe(`PATCH ${PLANS}/{planId}/actions/{actionId}/notes/{noteId}`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  /** An action with a note of the creator. */
  const noted = async (overrides: Body = {}, planOverrides: Body = {}) => {
    const note = noteRecord({ authorId: fixture.creator.userId, ...overrides });
    const action = await fixture.action({ notes: [note] }, planOverrides);
    return { ...action, note, notePath: `${action.path}/notes/${note.id}` };
  };
  const patch = (path: string, body: unknown, caller = fixture.creator) => caller.patch(path, body);

  it('checks credential, role, plan, action and right before the body', async () => {
    const { note, ...action } = await noted();
    const pathOf = (path: string) => `${path}/notes/${note.id}`;
    await fixture.expectOrderOfChecks('PATCH', { pathOf }, action);
  });

  it.each([
    ['content', 'New\nlines'],
    ['visibility', 'PRIVATE'],
  ])('changes %s alone, and moves the times of action and plan', async (name, value) => {
    const { path, planId, note, notePath } = await noted();
    const { status, body, plan } = await fixture.moved(planId, () => patch(notePath, { [name]: value }));
    expect([status, body]).toEqual([200, { ...note, [name]: value }]);
    const [action] = plan['actions'] as [Body];
    expect(action['notes']).toEqual([body]);
    expect(action['updatedAt']! > note['createdAt']!).toBe(true);
    const isShown = body.visibility === 'SHARED';
    expect((await fixture.admin.get(path)).body.notes).toEqual(isShown ? [body] : []);
  });

  it.each([{}, { content: null, visibility: null }, { id: 'x', authorId: 'x', createdAt: 'x' }])(
    'changes nothing by %j',
    async (sent) => {
      const { note, notePath } = await noted();
      const { status, body } = await fixture.unchanged(() => patch(notePath, sent));
      expect([status, body]).toEqual([200, note]);
    },
  );

  it('is for its author only, also in a plan without a creator', async () => {
    for (const createdBy of [fixture.creator.userId, undefined]) {
      const { notePath } = await noted({ authorId: fixture.manager.userId }, { createdBy });
      await fixture.unchanged(async () => {
        for (const caller of [fixture.creator, fixture.admin]) {
          const { status, body } = await patch(notePath, { content: 'x' }, caller);
          expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
        }
      });
      expect((await patch(notePath, { content: 'x' }, fixture.manager)).body.content).toBe('x');
    }
  });

  it('answers 404 for an unknown note, one of another action and a private one of another author', async () => {
    const { path } = await noted();
    const { note: elsewhere } = await noted();
    const hidden = await noted({ authorId: fixture.manager.userId, visibility: 'PRIVATE' });
    const paths = [...UNKNOWN_IDS, elsewhere.id].map((id) => `${path}/notes/${id}`);
    await fixture.unchanged(async () => {
      for (const one of [...paths, hidden.notePath])
        for (const caller of [fixture.creator, fixture.admin]) {
          const { status, body } = await patch(one, { content: 7 }, caller);
          expect([one, status, body.errorCode]).toEqual([one, 404, 'NOTE_NOT_FOUND']);
        }
    });
    expect((await patch(hidden.notePath, { visibility: 'SHARED' }, fixture.manager)).status).toBe(200);
  });

  it('ends when its author may not read the plan any more', async () => {
    const { planId, notePath } = await noted({ authorId: fixture.manager.userId });
    await fixture.creator.patch(`${PLANS}/${planId}`, { visibility: 'PRIVATE' });
    const { status } = await fixture.unchanged(() => patch(notePath, { content: 'x' }, fixture.manager));
    expect(status).toBe(403);
  });

  it.each<[unknown, string, string]>([
    [undefined, '', 'REQUIRED'],
    [[], '', 'WRONG_TYPE'],
    [{ content: '' }, 'content', 'BLANK'],
    [{ visibility: 'PUBLIC' }, 'visibility', 'NOT_ALLOWED'],
    [{ text: 'x' }, 'text', 'UNKNOWN_MEMBER'],
  ])('answers 400 to %j and changes nothing', async (sent, path, code) => {
    const { notePath } = await noted();
    const answer = await fixture.unchanged(() => patch(notePath, sent));
    expect([answer.status, ...issuesOf(answer)]).toEqual([400, [path, code]]);
  });
});
