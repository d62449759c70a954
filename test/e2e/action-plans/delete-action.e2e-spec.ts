import { actionRecord, actionPath, minimalAction, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture } from '../../support/plan-fixture.js';

describe(`DELETE ${PLANS}/{planId}/actions/{actionId}`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  it('checks credential, role, plan, action and right', async () => {
    await fixture.expectOrderOfChecks('DELETE', { pathOf: (path) => path }, await fixture.action());
  });

  it('removes the action with its notes and texts, and answers 204 without a body', async () => {
    const [gone, kept] = [actionRecord(), actionRecord({ status: 'COMPLETED' })];
    const planId = await fixture.plan({ actions: [gone, kept] });
    const { status, text, plan } = await fixture.moved(planId, () =>
      fixture.creator.delete(actionPath(planId, gone.id)),
    );
    expect([status, text]).toEqual([204, '']);
    expect((plan['actions'] as Body[]).map(({ id }) => id)).toEqual([kept.id]);
    expect(plan['completionPercent']).toBe(100);
    for (const [table, id] of Object.entries({
      plan_action: 'id',
      action_text: 'action_id',
      action_note: 'action_id',
    }))
      expect(await fixture.app.sql(`SELECT ${id} AS id FROM ${table} WHERE plan_id = $1`, [planId])).toEqual([
        { id: kept.id },
      ]);
    const again = await fixture.unchanged(() => fixture.creator.delete(actionPath(planId, gone.id)));
    expect([again.status, again.body.errorCode]).toEqual([404, 'ACTION_NOT_FOUND']);
  });

  it('is allowed to the creator of the action, but not to an assigned person', async () => {
    const person = await fixture.person();
    const assigneeStatuses = [{ assigneeId: person.employeeId, status: 'PENDING' }];
    const { path } = await fixture.action({ assigneeStatuses, createdBy: fixture.manager.userId });
    expect((await fixture.unchanged(() => person.delete(path))).status).toBe(403);
    expect((await fixture.manager.delete(path)).status).toBe(204);
  });

  it('is no longer found, and makes room for another one', async () => {
    const actions = Array.from({ length: 1_000 }, (_, index) =>
      minimalAction({ title: { defaultValue: `Unique ${index}.` } }),
    );
    const planId = await fixture.plan({ actions });
    const body = { title: { defaultValue: 'New' } };
    expect((await fixture.creator.post(actionPath(planId), body)).status).toBe(409);
    expect((await fixture.creator.delete(actionPath(planId, actions[7]!.id))).status).toBe(204);
    expect((await fixture.creator.get(`${PLANS}?q=unique+7.`)).body.total).toBe(0);
    expect((await fixture.creator.post(actionPath(planId), body)).status).toBe(200);
  });
});
