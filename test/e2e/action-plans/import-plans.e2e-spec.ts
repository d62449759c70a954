import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../../support/api-client.js';
import {
  actionRecord,
  minimalAction,
  noteRecord,
  planRecord,
  PLANS,
  type Body,
} from '../../support/builders/plan.js';
import { issuesOf } from '../../support/issues.js';
import { TestApp } from '../../support/test-app.js';

describe('the import of plans', () => {
  let app: TestApp;
  let companyId: string;
  let manager: ApiClient & { userId: string };

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    manager = await app.user('MANAGER', companyId);
  });

  const put = (records: readonly Body[], into = companyId) =>
    app.app.get(ActionPlanImporter).import(into, records);
  const list = async () => (await manager.get(`${PLANS}?to=100`)).body.result as Body[];
  const everything = async () => [
    await app.sql('SELECT * FROM action_plan ORDER BY id'),
    await app.sql('SELECT * FROM plan_action ORDER BY id'),
  ];
  const issues = (records: readonly Body[]) => issuesOf(put(records));

  it('creates, and changes nothing the second time', async () => {
    const plans = [planRecord({ actions: [actionRecord(), minimalAction()] }), planRecord()];
    expect(await put(plans)).toEqual({ created: 2, updated: 0, unchanged: 0 });
    const before = await everything();
    expect(await put(plans)).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await everything()).toEqual(before);
  });

  it('takes back what the API has answered, and changes nothing', async () => {
    await put([
      planRecord({ actions: [actionRecord(), minimalAction()], description: { defaultValue: 'd' } }),
    ]);
    const before = await everything();
    expect(await put(await list())).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(await everything()).toEqual(before);
  });

  it('counts a plan as updated when it or one of its actions changed', async () => {
    const [a, b, c] = [1, 2, 3].map(() => planRecord({ actions: [actionRecord()] }));
    await put([a!, b!, c!]);
    const changedAction = { ...(b!['actions'] as Body[])[0], status: 'COMPLETED' };
    const counts = await put([
      { ...a, title: { defaultValue: 'New' } },
      { ...b, actions: [changedAction] },
      c!,
      planRecord(),
    ]);
    expect(counts).toEqual({ created: 1, updated: 2, unchanged: 1 });
  });

  it.each([
    ['description', { defaultValue: 'd' }],
    ['visibility', 'PRIVATE'],
    ['createdBy', newId()],
    ['createdAt', '2025-01-01T00:00:00.000Z'],
    ['updatedAt', '2027-01-01T00:00:00.000Z'],
  ])('counts a plan as updated when only its %s changed', async (property, value) => {
    const plan = planRecord({ visibility: 'PUBLIC' });
    await put([plan]);
    const changed = { ...plan, [property]: value };
    expect(await put([changed])).toEqual({ created: 0, updated: 1, unchanged: 0 });
    const [shown] = await list();
    expect(shown).toMatchObject({ [property]: value });
    expect(await put([changed])).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });

  it.each([
    ['title', { defaultValue: 'New' }],
    ['description', { defaultValue: 'New' }],
    ['focusItems', []],
    ['assigneeStatuses', []],
    ['hierarchyIds', []],
    ['groupIds', []],
    ['characteristics', []],
    ['actionType', 'COMPANY'],
    ['source', 'SUGGESTION'],
    ['visibility', 'PRIVATE'],
    ['status', 'CANCELLED'],
    ['dueDate', '2027-01-01T00:00:00.000Z'],
    ['startedAt', '2027-01-01T00:00:00.000Z'],
    ['completedAt', '2027-01-01T00:00:00.000Z'],
    ['createdBy', newId()],
    ['createdAt', '2025-01-01T00:00:00.000Z'],
    ['updatedAt', '2027-01-01T00:00:00.000Z'],
  ])('counts a plan as updated when only the %s of one of its actions changed', async (property, value) => {
    const action = actionRecord({ status: 'COMPLETED' });
    const plan = planRecord({ actions: [action] });
    await put([plan]);
    const changed = { ...plan, actions: [{ ...action, [property]: value }] };
    expect(await put([changed])).toEqual({ created: 0, updated: 1, unchanged: 0 });
    const [shown] = await list();
    expect(shown!['actions']).toEqual([expect.objectContaining({ id: action.id })]);
    expect((shown!['actions'] as Body[])[0]).toMatchObject({ [property]: value });
    expect(await put([changed])).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });

  it('leaves creator, visibility and times of a stored plan that the record does not name', async () => {
    const createdAt = '2026-03-04T05:06:07.089Z';
    const times = { createdAt, updatedAt: '2026-03-05T05:06:07.089Z' };
    const plan = planRecord({ createdBy: manager.userId, visibility: 'PRIVATE', ...times });
    await put([plan]);
    const bare = { id: plan.id, title: { defaultValue: 'New' }, actions: [actionRecord()] };
    expect(await put([bare])).toEqual({ created: 0, updated: 1, unchanged: 0 });
    const [shown] = await list();
    expect(shown).toMatchObject({ createdBy: manager.userId, visibility: 'PRIVATE', ...times });
    expect(shown!['title']).toMatchObject({ defaultValue: 'New' });
    const other = await app.user('ADMIN', companyId);
    expect((await other.get(`${PLANS}/${plan.id}`)).status).toBe(403);
  });

  it('leaves actions and notes that the record does not mention', async () => {
    const secret = noteRecord({ visibility: 'PRIVATE', authorId: manager.userId });
    const [kept, changed] = [actionRecord(), actionRecord({ notes: [secret] })];
    const plan = planRecord({ actions: [kept, changed] });
    await put([plan]);
    const added = noteRecord({ createdAt: '2025-01-01T00:00:00.000Z' });
    await put([{ ...plan, actions: [{ ...changed, notes: [added] }] }]);
    const [shown] = await list();
    const actions = shown!['actions'] as { id: string; notes: Body[] }[];
    expect(actions.map(({ id }) => id).sort()).toEqual([kept.id, changed.id].sort());
    expect(actions.find(({ id }) => id === changed.id)!.notes.map(({ id }) => id)).toEqual([
      added.id,
      secret.id,
    ]);
  });

  it('leaves plans that are not mentioned', async () => {
    const [one, other] = [planRecord(), planRecord()];
    await put([one]);
    await put([other]);
    expect(await list()).toHaveLength(2);
  });

  it('puts more actions in than one statement takes', async () => {
    const plans = Array.from({ length: 3 }, () =>
      planRecord({ actions: Array.from({ length: 400 }, () => minimalAction()) }),
    );
    expect(await put(plans)).toEqual({ created: 3, updated: 0, unchanged: 0 });
    expect((await list()).map(({ actions }) => (actions as Body[]).length)).toEqual([400, 400, 400]);
  });

  it('names every broken rule of every plan, and writes nothing', async () => {
    const before = await everything();
    const broken = [
      planRecord(),
      planRecord({ title: {} }),
      planRecord({ actions: [minimalAction({ title: { defaultValue: '' } })] }),
    ];
    expect(await issues(broken)).toEqual([
      ['[1].title.defaultValue', 'REQUIRED'],
      ['[2].actions[0].title.defaultValue', 'BLANK'],
    ]);
    expect(await everything()).toEqual(before);
  });

  it('refuses an id twice, of another company or of another plan, and writes nothing', async () => {
    const foreign = planRecord({ actions: [minimalAction()] });
    await put([foreign], await app.company());
    const own = planRecord({ actions: [minimalAction()] });
    await put([own]);
    const before = await everything();
    const action = (own['actions'] as Body[])[0]!;
    const foreignAction = (foreign['actions'] as Body[])[0]!;
    expect(await issues([planRecord(), { ...foreign, actions: [] }])).toEqual([['[1].id', 'ID_TAKEN']]);
    expect(await issues([own, own])).toEqual([['[1].id', 'NOT_UNIQUE']]);
    expect(await issues([planRecord({ actions: [action] })])).toEqual([['[0].actions[0].id', 'ID_TAKEN']]);
    expect(await issues([planRecord({ actions: [foreignAction] })])).toEqual([
      ['[0].actions[0].id', 'ID_TAKEN'],
    ]);
    const twice = minimalAction();
    expect(await issues([planRecord({ actions: [twice] }), planRecord({ actions: [twice] })])).toEqual([
      ['[1].actions[0].id', 'NOT_UNIQUE'],
    ]);
    expect(await everything()).toEqual(before);
  });

  it('writes nothing when the company is not there', async () => {
    await expect(put([planRecord()], 'f'.repeat(24))).rejects.toMatchObject({ code: 'COMPANY_NOT_FOUND' });
  });

  it('lets one of two concurrent imports of the same plans wait for the other', async () => {
    const plans = Array.from({ length: 20 }, () => planRecord({ actions: [actionRecord()] }));
    const counts = await Promise.all([put(plans), put([...plans].reverse())]);
    expect(counts.map(({ created, unchanged }) => [created, unchanged]).sort()).toEqual([
      [0, 20],
      [20, 0],
    ]);
    expect(await list()).toHaveLength(20);
  });
});
