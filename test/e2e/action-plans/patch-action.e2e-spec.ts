import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../src/shared-kernel/id.js';
import { actionRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { issuesOf } from '../../support/workforce-fixture.js';

describe(`PATCH ${PLANS}/{planId}/actions/{actionId}`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const patch = (path: string, body: unknown, caller = fixture.creator) => caller.patch(path, body);
  const get = async (path: string) => (await fixture.creator.get(path)).body as Body;

  it('checks credential, role, plan, action and right before the body', async () => {
    await fixture.expectOrderOfChecks('PATCH', { pathOf: (path) => path }, await fixture.action());
  });

  it('is allowed to the creator of the action, while the plan is readable', async () => {
    const { path, planId } = await fixture.action({ createdBy: fixture.manager.userId });
    expect((await patch(path, { source: 'AI' }, fixture.manager)).status).toBe(200);
    await fixture.creator.patch(`${PLANS}/${planId}`, { visibility: 'PRIVATE' });
    const { status, body } = await fixture.unchanged(() => patch(path, { source: 'AI' }, fixture.manager));
    expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
  });

  it.each<[string, (fixture: PlanFixture) => unknown]>([
    ['title', () => ({ defaultValue: 'New', langValues: { fr: 'Neuf' }, valid: true })],
    ['description', () => ({ defaultValue: 'New\nlines', valid: true })],
    ['focusItems', () => [{ focusType: 'HI', focusId: 'not checked', targetValue: 0 }]],
    ['focusItems', () => []],
    ['hierarchyIds', ({ workforce }) => [workforce.elsewhere.id, workforce.team.id]],
    ['groupIds', ({ workforce }) => [workforce.groups[1].id]],
    [
      'characteristics',
      ({ workforce: { remote } }) => [{ characteristicId: remote.id, questionType: 'BOOLEAN', value: false }],
    ],
    ['source', () => 'AI'],
    ['visibility', () => 'PRIVATE'],
    ['dueDate', () => '2027-01-01T00:00:00.000Z'],
  ])('changes %s alone and moves the times', async (name, valueIn) => {
    const value = valueIn(fixture);
    const { path, planId } = await fixture.action(actionRecord({ assigneeStatuses: [] }));
    const before = await get(path);
    const { body, plan } = await fixture.moved(planId, () => patch(path, { [name]: value }));
    expect(body).toEqual({ ...before, [name]: value, updatedAt: expect.any(String) });
    expect(body.updatedAt > (before['updatedAt'] as string)).toBe(true);
    expect(plan['actions']).toEqual([body]);
    expect(await get(path)).toEqual(body);
  });

  it.each([
    {},
    { title: null, hierarchyIds: null, focusItems: null, actionType: null, status: null },
    {
      id: 1,
      companyId: 'x',
      planId: 'x',
      plan: {},
      createdBy: 'x',
      createdAt: 'x',
      updatedAt: 'x',
      notes: [],
    },
    { startedAt: 'x', completedAt: 'x', completionPercent: 50, assigneeStatuses: 'x' },
  ])('changes nothing by %j', async (sent) => {
    const { path } = await fixture.action(actionRecord());
    const before = await get(path);
    const { status, body } = await fixture.unchanged(() => patch(path, sent));
    expect([status, body]).toEqual([200, before]);
  });

  it.each([
    ['description', { description: null }],
    ['dueDate', { dueDate: null }],
  ])('removes %s by null, once', async (name, sent) => {
    const { path, planId } = await fixture.action(actionRecord());
    const { [name]: removed, ...before } = await get(path);
    expect(removed).toBeDefined();
    const { body, plan } = await fixture.moved(planId, () => patch(path, sent));
    expect(body).toEqual({ ...before, updatedAt: expect.any(String) });
    expect([plan['actions'], await get(path)]).toEqual([[body], body]);
    const again = await fixture.unchanged(() => patch(path, sent));
    expect([again.status, again.body]).toEqual([200, body]);
  });

  it('is not overdue any more, nor found by its description, when they are removed', async () => {
    const { path, planId } = await fixture.action({
      description: { defaultValue: 'Findable' },
      dueDate: '2026-02-01',
    });
    const foundBy = async (query: string) =>
      (await fixture.creator.get(`${PLANS}?to=500&${query}`)).body.result.some(
        ({ id }: Body) => id === planId,
      );
    for (const query of ['overdue=true', 'q=findable'])
      expect([query, await foundBy(query)]).toEqual([query, true]);
    await patch(path, { dueDate: null, description: null });
    for (const query of ['overdue=true', 'q=findable'])
      expect([query, await foundBy(query)]).toEqual([query, false]);
  });

  it.each(['focusItems', 'hierarchyIds', 'groupIds', 'characteristics'])('empties %s by []', async (name) => {
    const { path } = await fixture.action(actionRecord());
    expect((await get(path))[name]).toHaveLength(1);
    expect((await patch(path, { [name]: [] })).body[name]).toEqual([]);
  });

  it('refuses a status that does not follow from the assignees, and names them, also of an import', async () => {
    const record = actionRecord({ status: 'CANCELLED' });
    const { path } = await fixture.action(record);
    const [first, second] = record['assigneeStatuses'] as { assigneeId: string }[];
    for (const status of ['PENDING', 'IN_PROGRESS', 'COMPLETED']) {
      const refused = await fixture.unchanged(() => patch(path, { status, source: 'AI' }));
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'STATUS_FOLLOWS_ASSIGNEES']);
      expect(refused.body.detail).toBe(
        'status must be CANCELLED or absent, because the status of an action with assignees follows from theirs. ' +
          `Set those by PUT …/assignees/{assigneeId}: ${first!.assigneeId}, ${second!.assigneeId}.`,
      );
      expect(issuesOf(refused)).toEqual([['status', 'STATUS_FOLLOWS_ASSIGNEES']]);
    }
    const same = await fixture.unchanged(() => patch(path, { status: 'CANCELLED' }));
    expect([same.status, same.body.status]).toEqual([200, 'CANCELLED']);
    expect((await patch(path, { status: 'CANCELLED', source: 'AI' })).body).toMatchObject({
      source: 'AI',
      status: 'IN_PROGRESS',
    });
  });

  it('names ten assignees at most', async () => {
    const ids = Array.from({ length: 12 }, () => newId());
    const assigneeStatuses = ids.map((assigneeId) => ({ assigneeId, status: 'PENDING' }));
    const { path } = await fixture.action({ assigneeStatuses });
    const { body } = await patch(path, { status: 'COMPLETED' });
    expect(body.detail).toContain(`: ${ids.slice(0, 10).join(', ')} and 2 more.`);
  });

  it.each([[[]], [[{ assigneeId: newId(), status: 'EXPIRED' }]]])(
    'takes back the status EXPIRED with assignees %j, which nobody sets',
    async (assigneeStatuses) => {
      const { path } = await fixture.action({ status: 'EXPIRED', assigneeStatuses });
      const same = await fixture.unchanged(() => patch(path, { status: 'EXPIRED' }));
      expect([same.status, same.body.status]).toEqual([200, 'EXPIRED']);
      const other = await fixture.action({
        assigneeStatuses: assigneeStatuses.map((one) => ({ ...one, status: 'PENDING' })),
      });
      const refused = await fixture.unchanged(() => patch(other.path, { status: 'EXPIRED' }));
      expect([refused.status, ...issuesOf(refused)]).toEqual([400, ['status', 'NOT_ALLOWED']]);
    },
  );

  it('checks references and the right before the status', async () => {
    const { path } = await fixture.action(actionRecord());
    const sent = { status: 'COMPLETED', actionType: 'COMPANY' };
    expect((await patch(path, { ...sent, groupIds: ['x'] })).status).toBe(400);
    expect((await patch(path, sent)).body.errorCode).toBe('ACTION_TYPE_FORBIDDEN');
    expect((await patch(path, sent, fixture.admin)).body.errorCode).toBe('STATUS_FOLLOWS_ASSIGNEES');
    const stale = await fixture.admin.patch(path, sent, { headers: { 'If-Match': '"x"' } });
    expect(stale.status).toBe(412);
  });

  it('keeps when it was first started, and when it was completed while it is', async () => {
    const { path, createdAt } = await fixture.created();
    const times: Body[] = [];
    for (const status of ['IN_PROGRESS', 'COMPLETED', 'COMPLETED', 'CANCELLED', 'COMPLETED', 'PENDING']) {
      await sleep(2); // times are kept to the millisecond
      const { body } = await patch(path, { status });
      expect(body.status).toBe(status);
      times.push(body);
    }
    const [started, completed, again, cancelled, recompleted, reopened] = times as [
      Body,
      Body,
      Body,
      Body,
      Body,
      Body,
    ];
    expect(started['startedAt']).toBe(started['updatedAt']);
    expect(started['startedAt']! > createdAt!).toBe(true);
    for (const one of times) expect(one['startedAt']).toBe(started['startedAt']);
    for (const one of [started, cancelled, reopened]) expect(one).not.toHaveProperty('completedAt');
    expect([completed['completedAt'], again['completedAt']]).toEqual([
      completed['updatedAt'],
      completed['updatedAt'],
    ]);
    expect(recompleted['completedAt']).toBe(recompleted['updatedAt']);
  });

  it('keeps what an import says until the status changes', async () => {
    const { path } = await fixture.action({
      status: 'EXPIRED',
      completedAt: '2026-01-05T00:00:00.000Z',
      hierarchyIds: ['gone'],
    });
    const { body } = await patch(path, { title: { defaultValue: 'New' } });
    expect(body).toMatchObject({ status: 'EXPIRED', completedAt: '2026-01-05T00:00:00.000Z' });
    expect(body.hierarchyIds).toEqual(['gone']);
    const changed = await patch(path, { status: 'IN_PROGRESS' });
    expect(changed.body).toMatchObject({ status: 'IN_PROGRESS', startedAt: changed.body.updatedAt });
    expect(changed.body).not.toHaveProperty('completedAt');
  });

  it('derives the status of an imported action from its assignees when it is changed', async () => {
    const assigneeStatuses = ['EXPIRED', 'CANCELLED'].map((status) => ({ assigneeId: newId(), status }));
    const { path } = await fixture.action({ status: 'IN_PROGRESS', assigneeStatuses });
    expect(await get(path)).toMatchObject({ status: 'IN_PROGRESS' });
    const { body } = await patch(path, { source: 'AI' });
    expect(body).toMatchObject({ status: 'EXPIRED', assigneeStatuses });
  });

  it('names every violated rule at once and changes nothing', async () => {
    const { path } = await fixture.action();
    const answer = await fixture.unchanged(() =>
      patch(path, {
        title: {},
        description: [],
        focusItems: [{}],
        assigneeIds: [],
        groupIds: [7],
        status: 'LATE',
        dueDate: 7,
        overdue: null,
      }),
    );
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(issuesOf(answer).sort()).toEqual([
      ['assigneeIds', 'UNKNOWN_MEMBER'],
      ['description', 'WRONG_TYPE'],
      ['dueDate', 'WRONG_TYPE'],
      ['focusItems[0].focusType', 'REQUIRED'],
      ['groupIds[0]', 'WRONG_TYPE'],
      ['overdue', 'UNKNOWN_MEMBER'],
      ['status', 'NOT_ALLOWED'],
      ['title.defaultValue', 'REQUIRED'],
    ]);
  });

  it.each<[Body, string, string]>([
    [{ title: { defaultValue: ' ' } }, 'title.defaultValue', 'BLANK'],
    [{ hierarchyIds: ['x'] }, 'hierarchyIds[0]', 'UNKNOWN_REFERENCE'],
    [{ groupIds: ['x'] }, 'groupIds[0]', 'UNKNOWN_REFERENCE'],
    [
      { characteristics: [{ characteristicId: 'x' }] },
      'characteristics[0].characteristicId',
      'UNKNOWN_REFERENCE',
    ],
  ])('answers 400 to %j and changes nothing', async (sent, path, code) => {
    const action = await fixture.action();
    const answer = await fixture.unchanged(() => patch(action.path, { source: 'AI', ...sent }));
    expect([answer.status, ...issuesOf(answer)]).toEqual([400, [path, code]]);
  });

  it('leaves it to admins to make an action one of the company', async () => {
    const { path } = await fixture.action();
    const refused = await fixture.unchanged(() => patch(path, { actionType: 'COMPANY', source: 'AI' }));
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'ACTION_TYPE_FORBIDDEN']);
    const { body } = await patch(path, { actionType: 'COMPANY' }, fixture.admin);
    expect(body.actionType).toBe('COMPANY');
    expect((await patch(path, { ...body, source: 'AI' })).body).toMatchObject({
      actionType: 'COMPANY',
      source: 'AI',
    });
    expect((await patch(path, { actionType: 'MANAGER' })).body.actionType).toBe('MANAGER');
  });

  it('moves it to where filters and search find it', async () => {
    const { path, planId } = await fixture.action({
      title: { defaultValue: 'Before' },
      dueDate: '2026-02-01',
    });
    const foundBy = async (query: string) =>
      (await fixture.creator.get(`${PLANS}?to=500&${query}`)).body.result.some(
        ({ id }: Body) => id === planId,
      );
    const area = fixture.workforce.elsewhere.id;
    const after = [
      `q=AFTER`,
      `hierarchyId=${area}`,
      'focusType=HI&status=COMPLETED',
      `q=after&status=COMPLETED`,
    ];
    const before = ['q=before', 'status=PENDING', 'overdue=true', `q=before&actionType=MANAGER`];
    for (const query of before) expect([query, await foundBy(query)]).toEqual([query, true]);
    for (const query of after) expect([query, await foundBy(query)]).toEqual([query, false]);
    await patch(path, {
      title: { defaultValue: 'After' },
      hierarchyIds: [area],
      focusItems: [{ focusType: 'HI' }],
      status: 'COMPLETED',
    });
    for (const query of before) expect([query, await foundBy(query)]).toEqual([query, false]);
    for (const query of after) expect([query, await foundBy(query)]).toEqual([query, true]);
    expect((await fixture.creator.get(`${PLANS}/${planId}`)).body.completionPercent).toBe(100);
  });
});
