import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../src/shared-kernel/id.js';
import { actionPath, minimalAction, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture, UNKNOWN_IDS } from '../../support/plan-fixture.js';
import { issuesOf } from '../../support/workforce-fixture.js';

describe(`PUT ${PLANS}/{planId}/actions/{actionId}/assignees/{assigneeId}`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const put = (path: string, assigneeId: string, body: unknown, caller = fixture.creator) =>
    caller.put(`${path}/assignees/${assigneeId}`, body);
  const assigned = (...ids: string[]) => ({
    assigneeStatuses: ids.map((assigneeId) => ({ assigneeId, status: 'PENDING' })),
  });

  it('checks credential, role, plan, action and right before the body', async () => {
    const [employee] = await fixture.employees(1);
    const pathOf = (path: string) => `${path}/assignees/${employee}`;
    await fixture.expectOrderOfChecks('PUT', { pathOf }, await fixture.action());
  });

  it('adds a person and moves the times', async () => {
    const [employee] = await fixture.employees(1);
    const { path, planId } = await fixture.action();
    const { status, body, plan } = await fixture.moved(planId, () =>
      put(path, employee!, { status: 'IN_PROGRESS' }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      assigneeStatuses: [{ assigneeId: employee, status: 'IN_PROGRESS', startedAt: body.updatedAt }],
      status: 'IN_PROGRESS',
      startedAt: body.updatedAt,
    });
    expect(plan['actions']).toEqual([body]);
    expect((await fixture.creator.get(`${PLANS}?assigneeId=${employee}&status=IN_PROGRESS`)).body.total).toBe(
      1,
    );
  });

  it('keeps the order of the assignees, and the times of each', async () => {
    const ids = await fixture.employees(3);
    const { path } = await fixture.created({ assigneeIds: ids });
    const [first, second, third] = ids as [string, string, string];
    const steps: [string, string, string, number][] = [
      [second, 'IN_PROGRESS', 'IN_PROGRESS', 0],
      [second, 'COMPLETED', 'IN_PROGRESS', 33],
      [first, 'CANCELLED', 'IN_PROGRESS', 33],
      [third, 'COMPLETED', 'COMPLETED', 66],
      [third, 'CANCELLED', 'COMPLETED', 33],
      [second, 'CANCELLED', 'CANCELLED', 0],
      [first, 'PENDING', 'PENDING', 0],
    ];
    let last: Body = {};
    for (const [person, sent, status, completionPercent] of steps) {
      await sleep(2); // times are kept to the millisecond
      const { body } = await put(path, person, { status: sent });
      expect(body).toMatchObject({ status, completionPercent });
      expect('completedAt' in body).toBe(status === 'COMPLETED');
      const statuses = body.assigneeStatuses as Body[];
      expect(statuses.map(({ assigneeId }) => assigneeId)).toEqual(ids);
      const own = statuses[ids.indexOf(person)]!;
      expect([own['status'], own['completedAt']]).toEqual([
        sent,
        sent === 'COMPLETED' ? body.updatedAt : undefined,
      ]);
      last = body;
    }
    const [one, two, three] = last['assigneeStatuses'] as [Body, Body, Body];
    expect(one).toEqual({ assigneeId: first, status: 'PENDING' });
    expect(two).toEqual({ assigneeId: second, status: 'CANCELLED', startedAt: last['startedAt'] });
    expect((three['startedAt'] as string) > (two['startedAt'] as string)).toBe(true);
  });

  it('follows imported assignees who are expired', async () => {
    const [employee] = await fixture.employees(1);
    const assigneeStatuses = [{ assigneeId: newId(), status: 'EXPIRED' }];
    const { path } = await fixture.action({ status: 'PENDING', assigneeStatuses });
    expect((await put(path, employee!, { status: 'CANCELLED' })).body.status).toBe('EXPIRED');
    expect((await put(path, employee!, { status: 'COMPLETED' })).body.status).toBe('COMPLETED');
  });

  it('lets assigned people set their own status and no other, nor add themselves', async () => {
    const [person, other] = [await fixture.person('ADVISOR'), await fixture.person()];
    const { path } = await fixture.action(assigned(person.employeeId, other.employeeId));
    const own = await put(path, person.employeeId, { status: 'COMPLETED' }, person);
    expect([own.status, own.body.status]).toEqual([200, 'IN_PROGRESS']);
    await fixture.unchanged(async () => {
      for (const [id, caller] of [
        [other.employeeId, person],
        [person.employeeId, other],
        [(await fixture.employees(1))[0]!, person],
        ['nonsense', person],
      ] as const) {
        const { status, body } = await put(path, id, { status: 'PENDING' }, caller);
        expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
      }
    });
    const later = await fixture.person();
    expect((await put(path, later.employeeId, { status: 'PENDING' }, later)).status).toBe(403);
    expect((await put(path, later.employeeId, { status: 'PENDING' })).status).toBe(200);
    expect((await put(path, later.employeeId, { status: 'COMPLETED' }, later)).status).toBe(200);
  });

  it('lets an assigned person do nothing in a plan that they may not read', async () => {
    const person = await fixture.person();
    const { path } = await fixture.action(assigned(person.employeeId), { visibility: 'PRIVATE' });
    const { status, body } = await fixture.unchanged(() =>
      put(path, person.employeeId, { status: 'COMPLETED' }, person),
    );
    expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
  });

  it('does not take a user for the employee of another company with the same e-mail', async () => {
    const person = await fixture.person();
    const { path } = await fixture.action(assigned(person.employeeId));
    const [row] = await fixture.app.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [
      person.userId,
    ]);
    const companyId = await fixture.app.company();
    const { id } = await fixture.app.identity.createUser({
      companyId,
      email: row!.email,
      name: 'Same',
      role: 'MANAGER',
    });
    const { sessionId } = await fixture.app.identity.issueSession(id, 60_000);
    const { status } = await fixture.unchanged(() =>
      fixture.app
        .anonymous()
        .put(
          `${path}/assignees/${person.employeeId}`,
          { status: 'COMPLETED' },
          { headers: { SessionId: sessionId } },
        ),
    );
    expect(status).toBe(404);
  });

  it('answers 404 for an unknown employee, one of another company and a deleted one, after the body', async () => {
    const [foreign] = await fixture.employees(1, await fixture.app.company());
    const gone = await fixture.workforce.invited();
    await fixture.workforce.hr.delete(`/api/v1/public/company/employees/externalid/${gone.externalId}`);
    const { path } = await fixture.action();
    await fixture.unchanged(async () => {
      for (const id of [...UNKNOWN_IDS, foreign!, gone.id]) {
        const { status, body } = await put(path, id, { status: 'PENDING' });
        expect([id, status, body.errorCode]).toEqual([id, 404, 'ASSIGNEE_NOT_FOUND']);
        if (id === '%00') continue;
        expect(body.detail).toBe('The company has no employee with this id who is not deleted.');
        expect((await put(path, id, {})).status).toBe(400); // not even looked for
      }
    });
  });

  it('still sets the status of an assignee who has left, or is no employee of the company', async () => {
    const { id, externalId } = await fixture.workforce.invited();
    for (const gone of [id, newId()]) {
      const { path } = await fixture.action(assigned(gone));
      await fixture.workforce.hr.delete(`/api/v1/public/company/employees/externalid/${externalId}`);
      const { status, body } = await put(path, gone, { status: 'CANCELLED' });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        assigneeStatuses: [{ assigneeId: gone, status: 'CANCELLED' }],
        status: 'CANCELLED',
      });
    }
  });

  it('ignores computed properties', async () => {
    const [employee] = await fixture.employees(1);
    const { path } = await fixture.action();
    const { body } = await put(path, employee!, {
      assigneeId: 'x',
      status: 'PENDING',
      startedAt: 'x',
      completedAt: 7,
    });
    expect(body.assigneeStatuses).toEqual([{ assigneeId: employee, status: 'PENDING' }]);
  });

  it.each<[unknown, string, string]>([
    [undefined, '', 'REQUIRED'],
    ['PENDING', '', 'WRONG_TYPE'],
    [{}, 'status', 'REQUIRED'],
    [{ status: null }, 'status', 'REQUIRED'],
    [{ status: 'EXPIRED' }, 'status', 'NOT_ALLOWED'],
    [{ status: 'pending' }, 'status', 'NOT_ALLOWED'],
    [{ status: 'PENDING', note: 'x' }, 'note', 'UNKNOWN_MEMBER'],
  ])('answers 400 to %j and changes nothing', async (sent, path, code) => {
    const [employee] = await fixture.employees(1);
    const action = await fixture.action();
    const answer = await fixture.unchanged(() => put(action.path, employee!, sent));
    expect([answer.status, ...issuesOf(answer)]).toEqual([400, [path, code]]);
  });

  it('takes the two-hundredth assignee and refuses one more, but not a change', async () => {
    const ids = await fixture.employees(201);
    const { path } = await fixture.action(assigned(...ids.slice(2)));
    const [extra, last] = ids as [string, string];
    expect((await put(path, last, { status: 'PENDING' })).status).toBe(200);
    const refused = await fixture.unchanged(() => put(path, extra, { status: 'PENDING' }));
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'TOO_MANY_ASSIGNEES']);
    expect((await put(path, last, { status: 'COMPLETED' })).status).toBe(200);
  });

  it('leaves other actions of the plan alone', async () => {
    const [employee] = await fixture.employees(1);
    const [action, other] = [minimalAction(assigned(employee!)), minimalAction(assigned(employee!))];
    const planId = await fixture.plan({ actions: [action, other] });
    await put(actionPath(planId, action.id), employee!, { status: 'COMPLETED' });
    const [, after] = (await fixture.creator.get(`${PLANS}/${planId}`)).body.actions;
    expect(after).toMatchObject({ id: other.id, status: 'PENDING', ...assigned(employee!) });
  });
});
