import type { Answer, ApiClient } from '../../support/api-client.js';
import { actionPath, minimalAction, noteRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { openClient, sessionsWaitingForALock } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { PlanFixture } from '../../support/plan-fixture.js';

const ROUNDS = 10;

describe('simultaneous changes inside a plan', () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const get = async (path: string) => (await fixture.creator.get(path)).body;
  const statusesOf = async (requests: readonly Promise<Answer>[]) =>
    (await Promise.all(requests)).map(({ status }) => status);
  const times = <T>(count: number, item: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => item(index));

  it('of different properties of one action all count, and so do those of the plan', async () => {
    const { creator } = fixture;
    const { team, groups } = fixture.workforce;
    for (let round = 0; round < ROUNDS; round++) {
      const { path, planId } = await fixture.action();
      const content = {
        title: { defaultValue: `t${round}`, valid: true },
        description: { defaultValue: `d${round}`, valid: true },
        hierarchyIds: [team.id],
        groupIds: [groups[0].id],
        focusItems: [{ focusType: 'HI' }],
        source: 'AI',
        visibility: 'PRIVATE',
        status: 'IN_PROGRESS',
        dueDate: '2027-01-01T00:00:00.000Z',
      };
      const description = { defaultValue: `p${round}` };
      const statuses = await statusesOf([
        ...Object.entries(content).map(([name, value]) => creator.patch(path, { [name]: value })),
        creator.patch(`${PLANS}/${planId}`, { description }),
        creator.post(`${path}/notes`, { content: 'x' }),
      ]);
      expect(statuses).toEqual(statuses.map(() => 200));
      const plan = await get(`${PLANS}/${planId}`);
      expect(plan).toMatchObject({ description, actions: [{ ...content, notes: [{ content: 'x' }] }] });
    }
  });

  it('of their own status by two people both count, and so does a third who is added', async () => {
    const people = [await fixture.person(), await fixture.person()];
    const [third] = await fixture.employees(1);
    const ids = people.map(({ employeeId }) => employeeId);
    for (let round = 0; round < ROUNDS; round++) {
      const assigneeStatuses = ids.map((assigneeId) => ({ assigneeId, status: 'PENDING' }));
      const { path, planId } = await fixture.action({ assigneeStatuses });
      const statuses = await statusesOf([
        ...people.map((person) =>
          person.put(`${path}/assignees/${person.employeeId}`, { status: 'COMPLETED' }),
        ),
        fixture.creator.put(`${path}/assignees/${third}`, { status: 'CANCELLED' }),
      ]);
      expect(statuses).toEqual([200, 200, 200]);
      const { actions, completionPercent } = await get(`${PLANS}/${planId}`);
      expect(completionPercent).toBe(100);
      expect(actions).toMatchObject([{ status: 'COMPLETED', completionPercent: 66 }]);
      const found = actions[0].assigneeStatuses.map((one: Body) => [one['assigneeId'], one['status']]);
      expect(found).toEqual([...ids.map((id) => [id, 'COMPLETED']), [third, 'CANCELLED']]);
    }
  });

  it('stay within every limit', async () => {
    const { creator, manager } = fixture;
    const employees = await fixture.employees(205);
    const actions = times(995, () => minimalAction({ createdAt: '2026-01-01T00:00:00.000Z' }));
    const full = minimalAction({
      createdAt: '2025-01-01T00:00:00.000Z',
      assigneeStatuses: employees.slice(10).map((assigneeId) => ({ assigneeId, status: 'PENDING' })),
      notes: times(995, () => noteRecord()),
    });
    const planId = await fixture.plan({ actions: [full, ...actions.slice(1)] });
    const path = actionPath(planId, full.id);
    const sent = [
      () => creator.post(actionPath(planId), { title: { defaultValue: 'x' } }),
      (index: number) => creator.put(`${path}/assignees/${employees[index]}`, { status: 'PENDING' }),
      () => manager.post(`${path}/notes`, { content: 'x' }),
    ];
    for (const send of sent)
      expect((await statusesOf(times(10, send))).sort()).toEqual([
        ...times(5, () => 200),
        ...times(5, () => 409),
      ]);
    const plan = await get(`${PLANS}/${planId}`);
    expect(plan.actions).toHaveLength(1_000);
    expect(plan.actions[0].assigneeStatuses).toHaveLength(200);
    expect(plan.actions[0].notes).toHaveLength(1_000);
  });

  it('and the deletion of the action or the plan succeed or are answered 404', async () => {
    const { creator } = fixture;
    const [employee] = await fixture.employees(1);
    for (let round = 0; round < ROUNDS; round++) {
      const note = noteRecord({ authorId: creator.userId });
      const { path, planId } = await fixture.action({ notes: [note] });
      const planPath = `${PLANS}/${planId}`;
      const gone = round % 2 === 0 ? path : planPath;
      const [deletion, ...changes] = await statusesOf([
        creator.delete(gone),
        creator.patch(path, { source: 'AI' }),
        creator.put(`${path}/assignees/${employee}`, { status: 'PENDING' }),
        creator.delete(`${path}/assignees/${employee}`),
        creator.post(`${path}/notes`, { content: 'x' }),
        creator.patch(`${path}/notes/${note.id}`, { content: 'y' }),
        creator.delete(`${path}/notes/${note.id}`),
        creator.post(actionPath(planId), { title: { defaultValue: 'x' } }),
        creator.patch(planPath, { title: { defaultValue: 'x' } }),
        creator.get(path),
      ]);
      expect(deletion).toBe(204);
      for (const status of changes) expect([200, 204, 404]).toContain(status);
      expect((await creator.get(path)).status).toBe(404);
      for (const table of ['plan_action', 'action_text', 'action_note']) {
        const id = table === 'plan_action' ? 'id' : 'action_id';
        const left = await fixture.app.sql(`SELECT FROM ${table} WHERE ${id} = $1`, [path.split('/').at(-1)]);
        expect([table, left]).toEqual([table, []]);
      }
    }
  });

  it('of one note or action by many deletions: exactly one succeeds', async () => {
    const note = noteRecord({ authorId: fixture.creator.userId });
    const { path } = await fixture.action({ notes: [note] });
    for (const one of [`${path}/notes/${note.id}`, path]) {
      const statuses = await statusesOf(times(10, () => fixture.creator.delete(one)));
      expect(statuses.sort()).toEqual([204, ...times(9, () => 404)]);
    }
  });

  it('and an import of the plan all end', async () => {
    const { creator } = fixture;
    const action = minimalAction();
    const planId = await fixture.plan({ actions: [action] });
    const path = actionPath(planId, action.id);
    const [statuses] = await Promise.all([
      statusesOf(
        times(20, (index) =>
          index % 2 === 0
            ? creator.post(`${path}/notes`, { content: 'x' })
            : creator.patch(path, { source: 'AI' }),
        ),
      ),
      ...times(5, () => fixture.plan({ id: planId, actions: [action] })),
    ]);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect((await get(path)).notes).toHaveLength(10);
  });

  describe('that end a right or remove something while a request waits for the plan', () => {
    const MAKE_PRIVATE = `
      UPDATE action_plan SET visibility = 'PRIVATE',
        document = jsonb_set(document::jsonb, '{visibility}', '"PRIVATE"')::json
      WHERE id = $1`;

    /** Sends a request while a transaction holds its plan, and then commits that. */
    const during = async (planId: string, work: string, values: string[], send: () => Promise<Answer>) => {
      const client = await openClient(fixture.app.databaseUrl);
      try {
        await client.query('BEGIN');
        await client.query('SELECT FROM action_plan WHERE company_id = $1 AND id = $2 FOR UPDATE', [
          fixture.companyId,
          planId,
        ]);
        await client.query(work, values);
        const answer = send();
        await eventually(async () => expect(await sessionsWaitingForALock(fixture.app.databaseUrl)).toBe(1));
        await client.query('COMMIT');
        return await answer;
      } finally {
        await client.end();
      }
    };

    type Send = (caller: ApiClient, path: string, noteId: string, employeeId: string) => Promise<Answer>;
    const requests: [string, Send][] = [
      ['PATCH action', (caller, path) => caller.patch(path, { source: 'AI' })],
      ['DELETE action', (caller, path) => caller.delete(path)],
      [
        'PUT assignee',
        (caller, path, _, id) => caller.put(`${path}/assignees/${id}`, { status: 'COMPLETED' }),
      ],
      ['DELETE assignee', (caller, path, _, id) => caller.delete(`${path}/assignees/${id}`)],
      ['POST note', (caller, path) => caller.post(`${path}/notes`, { content: 'x' })],
      ['PATCH note', (caller, path, id) => caller.patch(`${path}/notes/${id}`, { content: 'x' })],
      ['DELETE note', (caller, path, id) => caller.delete(`${path}/notes/${id}`)],
    ];
    const opened = async () => {
      const [employee] = await fixture.employees(1);
      const note = noteRecord({ authorId: fixture.admin.userId });
      const assigneeStatuses = [{ assigneeId: employee, status: 'PENDING' }];
      return { ...(await fixture.action({ notes: [note], assigneeStatuses })), note, employee: employee! };
    };

    it.each<[string, Send]>([
      [
        'POST action',
        (caller, path) => caller.post(path.replace(/\/\w+$/, ''), { title: { defaultValue: 'x' } }),
      ],
      [
        'PATCH plan',
        (caller, path) => caller.patch(path.replace(/\/actions\/\w+$/, ''), { title: { defaultValue: 'x' } }),
      ],
      ...requests,
    ])('%s is answered 403 when the plan has become private', async (_, send) => {
      const { path, planId, note, employee } = await opened();
      const call = () => send(fixture.admin, path, note.id, employee);
      const { status, body } = await during(planId, MAKE_PRIVATE, [planId], call);
      expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
      const plan = await get(`${PLANS}/${planId}`);
      expect(plan.actions).toHaveLength(1);
      expect(plan.updatedAt).toBe('2026-01-02T10:00:00.000Z');
    });

    it('DELETE plan is answered 403 to a creator who has handed it over', async () => {
      const { planId } = await opened();
      const transfer = `
        UPDATE action_plan SET created_by = $2,
          document = jsonb_set(document::jsonb, '{createdBy}', to_jsonb($2::text))::json
        WHERE id = $1`;
      const call = () => fixture.creator.delete(`${PLANS}/${planId}`);
      const { status, body } = await during(planId, transfer, [planId, fixture.manager.userId], call);
      expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
      expect((await fixture.creator.get(`${PLANS}/${planId}`)).status).toBe(200);
    });

    it.each(requests)('%s is answered 404 when the action is gone', async (_, send) => {
      const { path, planId, actionId, note, employee } = await opened();
      const call = () => send(fixture.admin, path, note.id, employee);
      const gone = 'DELETE FROM plan_action WHERE id = $1';
      const { status, body } = await during(planId, gone, [actionId], call);
      expect([status, body.errorCode]).toEqual([404, 'ACTION_NOT_FOUND']);
    });

    it('PUT assignee is answered 403 to a person who is no longer assigned', async () => {
      const person = await fixture.person();
      const assigneeStatuses = [{ assigneeId: person.employeeId, status: 'PENDING' }];
      const { path, planId, actionId } = await fixture.action({ assigneeStatuses });
      const unassign = `
        UPDATE plan_action SET document = jsonb_set(document::jsonb, '{assigneeStatuses}', '[]')::json
        WHERE id = $1`;
      const { status } = await during(planId, unassign, [actionId], () =>
        person.put(`${path}/assignees/${person.employeeId}`, { status: 'COMPLETED' }),
      );
      expect(status).toBe(403);
    });
  });
});
