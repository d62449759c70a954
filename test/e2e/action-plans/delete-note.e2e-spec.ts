import { noteRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture, UNKNOWN_IDS } from '../../support/plan-fixture.js';

describe(`DELETE ${PLANS}/{planId}/actions/{actionId}/notes/{noteId}`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const noteOf = (author: { userId: string }, overrides: Body = {}) =>
    noteRecord({ authorId: author.userId, ...overrides });

  it('checks credential, role, plan, action and right', async () => {
    const note = noteOf(fixture.creator);
    const pathOf = (path: string) => `${path}/notes/${note.id}`;
    await fixture.expectOrderOfChecks('DELETE', { pathOf }, await fixture.action({ notes: [note] }));
  });

  it('removes the note alone, answers 204 without a body and moves the times', async () => {
    const [gone, kept] = [noteOf(fixture.creator), noteOf(fixture.manager)];
    const { path, planId } = await fixture.action({ notes: [gone, kept] });
    const { status, text, plan } = await fixture.moved(planId, () =>
      fixture.creator.delete(`${path}/notes/${gone.id}`),
    );
    expect([status, text]).toEqual([204, '']);
    const [action] = plan['actions'] as [Body];
    expect(action['notes']).toEqual([kept]);
    expect(action['updatedAt']! > gone['createdAt']!).toBe(true);
    const again = await fixture.unchanged(() => fixture.creator.delete(`${path}/notes/${gone.id}`));
    expect([again.status, again.body.errorCode]).toEqual([404, 'NOTE_NOT_FOUND']);
  });

  it.each([
    ['SHARED', 'the author', 'manager', 204],
    ['SHARED', 'an admin', 'admin', 204],
    ['SHARED', 'the creator of the plan', 'creator', 403],
    ['PRIVATE', 'the author', 'manager', 204],
    ['PRIVATE', 'an admin', 'admin', 404],
    ['PRIVATE', 'the creator of the plan', 'creator', 404],
  ] as const)('answers for a %s note to %s', async (visibility, _, who, expected) => {
    const note = noteOf(fixture.manager, { visibility });
    const { path } = await fixture.action({ notes: [note] });
    expect((await fixture[who].delete(`${path}/notes/${note.id}`)).status).toBe(expected);
    const left = await fixture.app.sql('SELECT FROM action_note WHERE id = $1', [note.id]);
    expect(left).toHaveLength(expected === 204 ? 0 : 1);
  });

  it('lets any manager remove a shared note where the plan has no creator', async () => {
    const [shared, hidden] = [noteOf(fixture.manager), noteOf(fixture.manager, { visibility: 'PRIVATE' })];
    const { path } = await fixture.action({ notes: [shared, hidden] }, { createdBy: undefined });
    expect((await fixture.creator.delete(`${path}/notes/${shared.id}`)).status).toBe(204);
    expect((await fixture.creator.delete(`${path}/notes/${hidden.id}`)).status).toBe(404);
  });

  it('answers 404 for an unknown note and one of another action', async () => {
    const note = noteOf(fixture.creator);
    await fixture.action({ notes: [note] });
    const { path } = await fixture.action();
    await fixture.unchanged(async () => {
      for (const id of [...UNKNOWN_IDS, note.id]) {
        const { status, body } = await fixture.creator.delete(`${path}/notes/${id}`);
        expect([id, status, body.errorCode]).toEqual([id, 404, 'NOTE_NOT_FOUND']);
      }
    });
  });

  it('makes room for another note', async () => {
    const notes = Array.from({ length: 1_000 }, () => noteOf(fixture.creator));
    const { path } = await fixture.action({ notes });
    expect((await fixture.creator.post(`${path}/notes`, { content: 'x' })).status).toBe(409);
    expect((await fixture.creator.delete(`${path}/notes/${notes[0]!.id}`)).status).toBe(204);
    expect((await fixture.creator.post(`${path}/notes`, { content: 'x' })).status).toBe(200);
  });
});
