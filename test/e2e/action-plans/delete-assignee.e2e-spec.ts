import { newId } from '../../../src/shared-kernel/id.js';
import { PLANS } from '../../support/builders/plan.js';
import { PlanFixture, UNKNOWN_IDS } from '../../support/plan-fixture.js';

describe(`DELETE ${PLANS}/{planId}/actions/{actionId}/assignees/{assigneeId}`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const remove = (path: string, assigneeId: string, caller = fixture.creator) =>
    caller.delete(`${path}/assignees/${assigneeId}`);

  it('checks credential, role, plan, action and right', async () => {
    const assigneeId = newId();
    const action = await fixture.action({ assigneeStatuses: [{ assigneeId, status: 'PENDING' }] });
    const pathOf = (path: string) => `${path}/assignees/${assigneeId}`;
    await fixture.expectOrderOfChecks('DELETE', { pathOf }, action);
  });

  it('removes the person, and moves the times and the status', async () => {
    const [gone, kept] = [newId(), newId()];
    const assigneeStatuses = [
      { assigneeId: gone, status: 'PENDING' },
      { assigneeId: kept, status: 'COMPLETED', completedAt: '2026-01-03T00:00:00.000Z' },
    ];
    const { path, planId } = await fixture.action({ assigneeStatuses, status: 'IN_PROGRESS' });
    const { status, body, plan } = await fixture.moved(planId, () => remove(path, gone));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      assigneeStatuses: assigneeStatuses.slice(1),
      status: 'COMPLETED',
      completionPercent: 100,
      completedAt: body.updatedAt,
    });
    expect(plan).toMatchObject({ actions: [body], completionPercent: 100 });
    expect((await fixture.creator.get(`${PLANS}?assigneeId=${gone}`)).body.total).toBe(0);
    expect((await fixture.creator.get(`${PLANS}?assigneeId=${kept}`)).body.total).toBe(1);
  });

  it.each(['COMPLETED', 'CANCELLED', 'EXPIRED', 'IN_PROGRESS'])(
    'keeps the status %s when the last assignee is removed, until it is set',
    async (status) => {
      const assigneeId = newId();
      const { path } = await fixture.action({ assigneeStatuses: [{ assigneeId, status }], status });
      expect((await remove(path, assigneeId)).body).toMatchObject({ assigneeStatuses: [], status });
      expect((await fixture.creator.patch(path, { status: 'PENDING' })).body.status).toBe('PENDING');
    },
  );

  it('is not allowed to the assigned person, but to the creator of the action', async () => {
    const person = await fixture.person();
    const { path } = await fixture.action({
      assigneeStatuses: [{ assigneeId: person.employeeId, status: 'PENDING' }],
      createdBy: fixture.manager.userId,
    });
    const refused = await fixture.unchanged(() => remove(path, person.employeeId, person));
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
    expect((await remove(path, person.employeeId, fixture.manager)).status).toBe(200);
  });

  it('answers 404 for a person who is not assigned', async () => {
    const [employee] = await fixture.employees(1);
    const { path } = await fixture.action();
    await fixture.unchanged(async () => {
      for (const id of [...UNKNOWN_IDS, employee!]) {
        const { status, body } = await remove(path, id);
        expect([id, status, body.errorCode]).toEqual([id, 404, 'ASSIGNEE_NOT_FOUND']);
        if (id !== '%00') expect(body.detail).toBe('The person is not assigned to the action.');
      }
    });
  });
});
