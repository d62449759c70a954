import { ActionPlansService } from '../../../src/action-plans/application/action-plans.service.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer } from '../../support/api-client.js';
import { minimalAction, noteRecord, PLANS } from '../../support/builders/plan.js';
import { DOCUMENTED_REQUESTS } from '../../support/documented-requests.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';

const WRITES = DOCUMENTED_REQUESTS.filter(
  ({ method, path }) => method !== 'GET' && path.startsWith(PLANS),
).map(({ operationId }) => operationId);

/** Writes of what not every reader is shown: an export is in no list, a copy in that of its creator. */
const OTHER_WRITES = ['exportPlan', 'copyActionPlan'];

interface Opened {
  readonly path: string;
  readonly planId: string;
  readonly noteId: string;
  readonly employeeId: string;
}

type Write = (caller: Caller, opened: Opened) => Promise<Answer>;
const title = { defaultValue: 'Other' };

const BY_OPERATION: Readonly<Record<string, Write>> = {
  createActionPlan: (caller) => caller.post(PLANS, { title, visibility: 'PUBLIC' }),
  updateActionPlan: (caller, { planId }) => caller.patch(`${PLANS}/${planId}`, { title }),
  deleteActionPlan: (caller, { planId }) => caller.delete(`${PLANS}/${planId}`),
  createAction: (caller, { planId }) => caller.post(`${PLANS}/${planId}/actions`, { title }),
  updateAction: (caller, { path }) => caller.patch(path, { title }),
  deleteAction: (caller, { path }) => caller.delete(path),
  setAssignee: (caller, { path, employeeId }) =>
    caller.put(`${path}/assignees/${employeeId}`, { status: 'COMPLETED' }),
  removeAssignee: (caller, { path, employeeId }) => caller.delete(`${path}/assignees/${employeeId}`),
  createNote: (caller, { path }) => caller.post(`${path}/notes`, { content: 'x' }),
  updateNote: (caller, { path, noteId }) => caller.patch(`${path}/notes/${noteId}`, { content: 'x' }),
  deleteNote: (caller, { path, noteId }) => caller.delete(`${path}/notes/${noteId}`),
};

describe(`the tag of GET ${PLANS}`, () => {
  let fixture: PlanFixture;
  let creator: Caller;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
    ({ creator } = fixture);
  });
  afterAll(() => fixture.stop());

  const tagOf = async (query = '', caller = creator) =>
    (await caller.get(PLANS + query)).headers.get('etag')!;
  const ifNoneMatch = (tag: string) => ({ headers: { 'If-None-Match': tag } });
  const open = async (): Promise<Opened> => {
    const [employeeId] = (await fixture.employees(1)) as [string];
    const note = noteRecord({ authorId: creator.userId });
    const assigneeStatuses = [{ assigneeId: employeeId, status: 'PENDING' }];
    const { path, planId } = await fixture.action({ notes: [note], assigneeStatuses });
    return { path, planId, noteId: note.id, employeeId };
  };

  it('stays while nothing is written, also where the list depends on the time', async () => {
    await open();
    for (const query of ['', '?overdue=true', '?q=nothing']) {
      const tag = await tagOf(query);
      expect(tag).toMatch(/^"[\w-]{43}"$/);
      for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const { status, headers, text } = await creator.get(PLANS + query, ifNoneMatch(condition));
        expect([status, text, headers.get('etag')]).toEqual([304, '', tag]);
        expect(headers.get('cache-control')).toBe('private, no-store');
      }
      const { status, headers } = await creator.get(PLANS + query, ifNoneMatch('"other"'));
      expect([status, headers.get('etag')]).toEqual([200, tag]);
    }
  });

  it.each(WRITES.filter((operation) => !OTHER_WRITES.includes(operation)))(
    'moves for every reader of the company with %s',
    async (operation) => {
      const opened = await open();
      const readers = [creator, fixture.admin];
      const before = await Promise.all(readers.map((reader) => tagOf('', reader)));
      const strangers = await tagOf('', fixture.stranger);
      const { status } = await BY_OPERATION[operation]!(creator, opened);
      expect([200, 204]).toContain(status);
      for (const [index, reader] of readers.entries()) {
        const answer = await reader.get(PLANS, ifNoneMatch(before[index]!));
        expect(answer.status).toBe(200);
      }
      expect(await tagOf('', fixture.stranger)).toBe(strangers);
    },
  );

  it('moves with a copy, for its creator alone', async () => {
    const { planId } = await open();
    const [own, others] = [await tagOf(), await tagOf('', fixture.admin)];
    expect((await creator.post(`${PLANS}/${planId}/copy`)).status).toBe(200);
    expect(await tagOf()).not.toBe(own);
    expect(await tagOf('', fixture.admin)).toBe(others);
  });

  it('moves with imports that change something, and with a transfer', async () => {
    const action = minimalAction();
    const planId = await fixture.plan({ actions: [action] });
    const created = await tagOf();
    const plan = { id: planId, actions: [{ ...action, status: 'COMPLETED' }] };
    await fixture.plan(plan);
    const changed = await tagOf();
    await fixture.plan(plan);
    const unchanged = await tagOf();
    await fixture.app.app
      .get(ActionPlansService, { strict: false })
      .transfer(fixture.companyId, planId, fixture.admin.userId);
    expect(changed).not.toBe(created);
    expect(unchanged).toBe(changed);
    expect(await tagOf()).not.toBe(changed);
  });

  it('stays when a write is refused', async () => {
    const { path, planId } = await open();
    const tag = await tagOf();
    await fixture.manager.patch(`${PLANS}/${planId}`, { title });
    await creator.patch(`${PLANS}/${planId}`, { title: 7 });
    await creator.put(`${path}/assignees/unknown`, { status: 'PENDING' });
    expect(await tagOf()).toBe(tag);
  });

  it('is absent where the page is answered in parts', async () => {
    const description = { defaultValue: 'é'.repeat(20_000) };
    for (let number = 0; number < 2; number++)
      await fixture.plan({
        createdAt: '2199-01-01T00:00:00.000Z',
        actions: Array.from({ length: 70 }, () => minimalAction({ id: newId(), description })),
      });
    const { status, headers, body } = await creator.get(`${PLANS}?to=2`, ifNoneMatch('*'));
    expect([status, headers.get('etag'), body.result.length]).toEqual([200, null, 2]);
  });
});
