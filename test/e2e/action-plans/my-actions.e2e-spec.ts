import type { Answer } from '../../support/api-client.js';
import { actionPath, MY_ACTIONS as MINE, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture, UNKNOWN_IDS, type Caller } from '../../support/plan-fixture.js';

const pathOf = (actionId: string): string => `${MINE}/${actionId}`;
const PENDING = 'PENDING';

let fixture: PlanFixture;
let person: Caller & { employeeId: string };

beforeAll(async () => {
  fixture = await PlanFixture.start();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  person = await fixture.person('EMPLOYEE');
});

const assigned = (status = PENDING): Body => ({
  assigneeStatuses: [{ assigneeId: person.employeeId, status }],
});

const listed = async (query = ''): Promise<string[]> => {
  const { status, body } = await person.get(MINE + query);
  expect(status).toBe(200);
  return (body.result as { id: string }[]).map(({ id }) => id);
};

describe('GET me/actions', () => {
  it('answers what is assigned to the caller, by due date, and nothing else', async () => {
    const [other] = await fixture.employees(1);
    const none = await fixture.action(assigned());
    const late = await fixture.action({ ...assigned(), dueDate: '2030-01-02T00:00:00.000Z' });
    const soon = await fixture.action({ ...assigned(), dueDate: '2030-01-01T00:00:00.000Z' });
    await fixture.action({ assigneeStatuses: [{ assigneeId: other, status: PENDING }] });
    expect(await listed()).toEqual([soon.actionId, late.actionId, none.actionId]);
    const { body, headers } = await person.get(`${MINE}?from=1&to=2`);
    expect([body.from, body.to, body.total, headers.get('x-total-count')]).toEqual([1, 2, 3, '3']);
    expect(body.result).toHaveLength(1);
    expect((await person.get(`${MINE}?from=5&to=9`)).body).toEqual({ from: 5, to: 9, total: 3, result: [] });
  });

  it('shows texts, dates and the own status, but no other people, goals or notes', async () => {
    const [other] = await fixture.employees(1);
    const action = await fixture.created({
      title: { defaultValue: 'Talk', langValues: { es: 'Hablar' } },
      description: { defaultValue: 'With everybody' },
      dueDate: '2030-01-02',
      focusItems: [{ focusType: 'SCORE', targetValue: 7 }],
      assigneeIds: [person.employeeId, other],
    });
    await fixture.creator.post(`${action.path}/notes`, { content: 'A note' });
    const { body: whole } = await fixture.creator.get(action.path);
    const { body } = await person.get(pathOf(whole.id as string));
    const { id, title, description, dueDate, status, updatedAt } = whole;
    expect(body).toEqual({
      ...{ id, title, description, dueDate, status, updatedAt },
      assignment: { status: PENDING },
      planTitle: (whole.plan as { title: object }).title,
    });
  });

  it('shows the title of a plan to those who read the plan', async () => {
    const title = { defaultValue: 'Secret' };
    const hidden = await fixture.action(assigned(), { visibility: 'PRIVATE', title });
    const own = await fixture.action(assigned(), { visibility: 'PRIVATE', title, createdBy: person.userId });
    expect((await person.get(pathOf(hidden.actionId))).body).not.toHaveProperty('planTitle');
    expect((await person.get(pathOf(own.actionId))).body).toHaveProperty('planTitle.defaultValue', 'Secret');
    expect((await person.get(MINE)).text.match(/Secret/g)).toHaveLength(1);
  });

  it('filters by the own status, and by what the caller has not finished in time', async () => {
    const [other] = await fixture.employees(1);
    const dueDate = '2026-01-02T00:00:00.000Z';
    const open = await fixture.action({ ...assigned(), dueDate });
    const half = await fixture.action({
      assigneeStatuses: [
        { assigneeId: person.employeeId, status: 'COMPLETED' },
        { assigneeId: other, status: PENDING },
      ],
      ...{ dueDate, status: 'IN_PROGRESS' },
    });
    const later = await fixture.action({ ...assigned(), dueDate: '2036-01-02T00:00:00.000Z' });
    expect(await listed('?status=COMPLETED')).toEqual([half.actionId]);
    expect(await listed('?status=PENDING')).toEqual([open.actionId, later.actionId]);
    expect(await listed('?overdue=true')).toEqual([open.actionId]);
    expect(await listed('?overdue=false')).toHaveLength(3);
    expect((await person.get(`${MINE}?status=DONE`)).status).toBe(400);
  });

  it('is empty for a user who is no employee, for every role', async () => {
    for (const role of ['PUBLIC', 'ADMIN', 'MANAGER'] as const) {
      const user = await fixture.app.user(role, fixture.companyId);
      expect((await user.get(MINE)).body).toEqual({ from: 0, to: 10, total: 0, result: [] });
    }
  });
});

describe('an action of somebody else', () => {
  it('is unknown, before the body is read', async () => {
    const [other] = await fixture.employees(1);
    const foreign = await fixture.action({ assigneeStatuses: [{ assigneeId: other, status: PENDING }] });
    const raw = { raw: '{', headers: { 'Content-Type': 'application/json' } };
    for (const id of [foreign.actionId, ...UNKNOWN_IDS])
      for (const sent of [
        person.get(pathOf(id)),
        person.request('PUT', pathOf(id), raw),
        person.request('POST', `${pathOf(id)}/notes`, raw),
      ]) {
        const { status, body } = await sent;
        expect([status, body.errorCode]).toEqual([404, 'ACTION_NOT_FOUND']);
      }
    expect((await fixture.stranger.get(pathOf(foreign.actionId))).status).toBe(404);
    expect((await fixture.app.anonymous().get(MINE)).status).toBe(401);
  });

  it('was the own one until the assignment ended', async () => {
    const { path, actionId } = await fixture.action(assigned());
    expect((await person.get(pathOf(actionId))).status).toBe(200);
    await fixture.creator.delete(`${path}/assignees/${person.employeeId}`);
    expect((await person.put(pathOf(actionId), { status: 'COMPLETED' })).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  it('is what was in a plan that was deleted', async () => {
    const { planId, actionId } = await fixture.action(assigned());
    await fixture.creator.delete(`${PLANS}/${planId}`);
    expect((await person.put(pathOf(actionId), { status: 'COMPLETED' })).status).toBe(404);
  });
});

describe('PUT me/actions/{actionId}', () => {
  const put = (id: string, status: unknown, headers = {}): Promise<Answer> =>
    person.put(pathOf(id), { status }, { headers });

  it('does what a manager does for the person: status, times, plan, audit', async () => {
    const [other] = await fixture.employees(1);
    const { path, actionId, planId } = await fixture.action({
      assigneeStatuses: [person.employeeId, other].map((assigneeId) => ({ assigneeId, status: PENDING })),
    });
    const { plan } = await fixture.moved(planId, () => put(actionId, 'COMPLETED'));
    expect(plan['actions']).toMatchObject([{ status: 'IN_PROGRESS', completionPercent: 50 }]);
    const { body } = await person.get(pathOf(actionId));
    expect(body).toMatchObject({
      status: 'IN_PROGRESS',
      assignment: { status: 'COMPLETED', completedAt: expect.any(String) as string },
    });
    const { body: audit } = await fixture.admin.get(`/api/v1/company/audit?objectId=${actionId}`);
    expect(audit.result).toMatchObject([
      { operation: 'action.set-assignee', actorId: person.userId, planId },
    ]);
    expect((await fixture.creator.get(path)).body).toMatchObject({
      assigneeStatuses: [{ status: 'COMPLETED' }, { status: PENDING }],
    });
  });

  it('works in a private plan, whose contents admins are not shown in the audit', async () => {
    const { actionId } = await fixture.action(assigned(), { visibility: 'PRIVATE' });
    expect((await put(actionId, 'IN_PROGRESS')).body).toMatchObject({
      assignment: { status: 'IN_PROGRESS' },
    });
    const { text } = await fixture.admin.get(`/api/v1/company/audit?objectId=${actionId}`);
    expect(text).not.toContain('IN_PROGRESS');
  });

  it('changes nothing where nothing is different, and takes no status of imports', async () => {
    const { actionId } = await fixture.action(assigned());
    await fixture.unchanged(async () => {
      expect((await put(actionId, PENDING)).status).toBe(200);
      const { status, body } = await put(actionId, 'EXPIRED');
      expect([status, body.errors[0].path]).toEqual([400, 'status']);
    });
  });

  it('honours If-Match with the tag of the own view', async () => {
    const { actionId } = await fixture.action(assigned());
    const tag = (await person.get(pathOf(actionId))).headers.get('etag')!;
    const first = await put(actionId, 'IN_PROGRESS', { 'If-Match': tag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(tag);
    await fixture.unchanged(async () => {
      expect((await put(actionId, 'COMPLETED', { 'If-Match': tag })).status).toBe(412);
    });
  });

  it('keeps all of many people who finish at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => fixture.person('EMPLOYEE')));
    const { path, actionId } = await fixture.action({
      assigneeStatuses: people.map(({ employeeId: assigneeId }) => ({ assigneeId, status: PENDING })),
    });
    const answers = await Promise.all(
      people.map((one) => one.put(pathOf(actionId), { status: 'COMPLETED' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    expect((await fixture.creator.get(path)).body).toMatchObject({
      status: 'COMPLETED',
      completionPercent: 100,
    });
  });
});

describe('POST me/actions/{actionId}/notes', () => {
  it('adds a shared note, which managers read, once for an Idempotency-Key', async () => {
    const { path, actionId } = await fixture.action(assigned());
    const send = (): Promise<Answer> =>
      person.post(
        `${pathOf(actionId)}/notes`,
        { content: 'Done by Friday' },
        {
          headers: { 'Idempotency-Key': `note-${actionId}` },
        },
      );
    const first = await send();
    const note = { authorId: person.userId, content: 'Done by Friday', visibility: 'SHARED' };
    expect([first.status, first.body]).toEqual([200, expect.objectContaining(note)]);
    expect((await send()).body).toEqual(first.body);
    expect((await fixture.creator.get(path)).body['notes']).toEqual([first.body]);
  });

  it('refuses a private one, and one without a text', async () => {
    const { actionId } = await fixture.action(assigned());
    for (const body of [{ content: 'x', visibility: 'PRIVATE' }, { content: ' ' }, {}])
      expect((await person.post(`${pathOf(actionId)}/notes`, body)).status).toBe(400);
  });
});

it('names the operations in the permissions of every role', async () => {
  const { body } = await person.get('/api/v1/company/me');
  expect(body.permissions).toEqual(
    expect.arrayContaining(['createMyNote', 'getMyAction', 'listMyActions', 'setMyStatus']),
  );
  expect((await person.get(actionPath('x', 'y'))).status).toBe(403);
});
