import { newId } from '../../../src/shared-kernel/id.js';
import { actionRecord, noteRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture } from '../../support/plan-fixture.js';

describe(`GET ${PLANS}/{planId}/actions/{actionId}`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  it('checks credential, role, plan and right', async () => {
    const at = await fixture.action();
    await fixture.expectOrderOfChecks('GET', { pathOf: (path) => path, isReader: true }, at);
  });

  it.each(['ADMIN', 'MANAGER', 'RESPONSIBLE', 'ADVISOR'] as const)('shows it to %s', async (role) => {
    const { path } = await fixture.action();
    expect((await (await fixture.app.user(role, fixture.companyId)).get(path)).status).toBe(200);
  });

  it('shows an imported action as its plan does', async () => {
    const record = actionRecord();
    const { path, planId } = await fixture.action(record);
    const { status, body } = await fixture.manager.get(path);
    expect(status).toBe(200);
    const { title, description, ...rest } = record;
    expect(body).toEqual({
      ...rest,
      title: { ...(title as object), valid: true },
      description: { ...(description as object), valid: true },
      companyId: fixture.companyId,
      planId,
      plan: { id: planId, title: { defaultValue: 'Plan', valid: true } },
      completionPercent: 50,
    });
    expect((await fixture.manager.get(`${PLANS}/${planId}`)).body.actions).toEqual([body]);
  });

  it('shows notes oldest first, private ones to their author only', async () => {
    const note = (day: number, overrides: Body) =>
      noteRecord({
        createdAt: `2026-01-0${day}T00:00:00.000Z`,
        authorId: fixture.manager.userId,
        ...overrides,
      });
    const notes = [note(3, {}), note(1, { visibility: 'PRIVATE' }), note(2, {})];
    const { path } = await fixture.action({ notes });
    const idsFor = async (caller = fixture.manager) =>
      (await caller.get(path)).body.notes.map(({ id }: Body) => id);
    const [last, first, middle] = notes.map(({ id }) => id);
    expect(await idsFor()).toEqual([first, middle, last]);
    for (const other of [fixture.creator, fixture.admin]) expect(await idsFor(other)).toEqual([middle, last]);
  });

  it.each([
    ['PUT', '', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/notes', 'POST'],
    ['PUT', `/notes/${newId()}`, 'DELETE, PATCH'],
    ['POST', `/assignees/${newId()}`, 'DELETE, PUT'],
  ])('answers %s %s with 405 and what is allowed', async (method, below, allowed) => {
    const { path } = await fixture.action();
    const { status, headers } = await fixture.creator.request(method, path + below);
    expect([status, headers.get('allow')]).toEqual([405, allowed]);
  });
});
