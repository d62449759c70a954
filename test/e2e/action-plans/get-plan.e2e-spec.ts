import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import {
  actionRecord,
  minimalAction,
  noteRecord,
  planRecord,
  PLANS,
  type Body,
} from '../../support/builders/plan.js';
import type { ApiClient } from '../../support/api-client.js';
import { TestApp } from '../../support/test-app.js';

describe(`GET ${PLANS}/{planId}`, () => {
  let app: TestApp;
  let companyId: string;
  let manager: ApiClient & { userId: string };

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    manager = await app.user('MANAGER', companyId);
  });
  afterAll(() => app.stop());

  const put = async (...records: Body[]) => app.app.get(ActionPlanImporter).import(companyId, records);
  const get = async (id: string, client: ApiClient = manager) => client.get(`${PLANS}/${id}`);
  const withValid = (text: unknown) => ({ ...(text as object), valid: true });

  it('answers 401 without a credential and 403 without the role', async () => {
    const plan = planRecord();
    await put(plan);
    expect((await get(plan.id, app.anonymous())).status).toBe(401);
    expect((await get(plan.id, await app.user('EMPLOYEE', companyId))).status).toBe(403);
  });

  it('shows a plan with everything of its actions', async () => {
    const action = actionRecord();
    const plan = planRecord({
      actions: [action],
      createdBy: manager.userId,
      description: { defaultValue: 'd' },
    });
    await put(plan);
    const { status, headers, body } = await get(plan.id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      ...plan,
      companyId,
      title: withValid(plan['title']),
      description: withValid(plan['description']),
      completionPercent: 0,
      actions: [
        {
          ...action,
          companyId,
          planId: plan.id,
          plan: {
            id: plan.id,
            title: withValid(plan['title']),
            description: withValid(plan['description']),
          },
          title: withValid(action['title']),
          description: withValid(action['description']),
          completionPercent: 50,
        },
      ],
    });
  });

  it('leaves absent values out and shows arrays empty', async () => {
    const action = minimalAction({ createdAt: '2026-01-01T00:00:00.000Z' });
    const plan = planRecord({ actions: [action] });
    await put(plan);
    const { body } = await get(plan.id);
    expect(Object.keys(body).sort()).toEqual(
      [
        'actions',
        'companyId',
        'completionPercent',
        'createdAt',
        'id',
        'title',
        'updatedAt',
        'visibility',
      ].sort(),
    );
    expect(body.actions[0]).toEqual({
      id: action.id,
      companyId,
      planId: plan.id,
      plan: { id: plan.id, title: withValid(plan['title']) },
      title: withValid(action['title']),
      focusItems: [],
      assigneeStatuses: [],
      hierarchyIds: [],
      groupIds: [],
      characteristics: [],
      actionType: 'MANAGER',
      source: 'MANUAL',
      visibility: 'PRIVATE',
      status: 'PENDING',
      completionPercent: 0,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      notes: [],
    });
  });

  it('computes completion of the plan and of each action, rounded down', async () => {
    const assignees = (...statuses: string[]) => statuses.map((status) => ({ assigneeId: newId(), status }));
    const plan = planRecord({
      actions: [
        minimalAction({ status: 'COMPLETED', createdAt: '2026-01-01T00:00:01Z' }),
        minimalAction({
          status: 'COMPLETED',
          createdAt: '2026-01-01T00:00:02Z',
          assigneeStatuses: assignees('PENDING'),
        }),
        minimalAction({
          createdAt: '2026-01-01T00:00:03Z',
          assigneeStatuses: assignees('COMPLETED', 'COMPLETED', 'EXPIRED'),
        }),
      ],
    });
    await put(plan);
    const { body } = await get(plan.id);
    expect(body.completionPercent).toBe(66);
    expect(body.actions.map(({ completionPercent }: Body) => completionPercent)).toEqual([100, 0, 66]);
  });

  it('sorts actions and notes by creation, then id', async () => {
    const times = ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    const ids = ['b', 'c', 'a'].map((letter) => letter.repeat(24));
    const notes = times.map((createdAt, at) =>
      noteRecord({
        id: ids[at]!,
        createdAt,
        authorId: manager.userId,
        visibility: at === 1 ? 'PRIVATE' : 'SHARED',
      }),
    );
    const actions = times.map((createdAt, at) => minimalAction({ id: ids[at]!, createdAt, notes }));
    const plan = planRecord({ actions });
    await put(plan);
    const { body } = await get(plan.id);
    const order = [ids[1], ids[2], ids[0]];
    expect(body.actions.map(({ id }: Body) => id)).toEqual(order);
    expect(body.actions[0].notes.map(({ id }: Body) => id)).toEqual(order);
    const others = await get(plan.id, await app.user('ADMIN', companyId));
    expect(others.body.actions[0].notes.map(({ id }: Body) => id)).toEqual([ids[2], ids[0]]);
  });

  it('answers 403 to everybody but the creator of a private plan', async () => {
    const plan = planRecord({ visibility: 'PRIVATE', createdBy: manager.userId });
    await put(plan);
    expect((await get(plan.id)).status).toBe(200);
    for (const role of ['ADMIN', 'MANAGER'] as const) {
      const { status, body } = await get(plan.id, await app.user(role, companyId));
      expect([status, body.errorCode]).toEqual([403, 'PLAN_FORBIDDEN']);
    }
  });

  it('answers one and the same 404 for an unknown, a malformed and a foreign id', async () => {
    const plan = planRecord();
    await put(plan);
    const foreign = await app.user('ADMIN');
    const answers = [
      await get('0123456789abcdef01234567'),
      await get('nonsense'),
      await get(plan.id.toUpperCase().replace(/^\d+$/, 'A')),
      await get('%00'),
      await get(plan.id, foreign),
    ];
    for (const { status, body } of answers) {
      expect([status, body.errorCode, body.detail]).toEqual([
        404,
        'PLAN_NOT_FOUND',
        'There is no action plan with this id.',
      ]);
    }
  });

  it('answers HEAD like GET without a body', async () => {
    const plan = planRecord({ actions: [actionRecord()] });
    await put(plan);
    const head = await manager.request('HEAD', `${PLANS}/${plan.id}`);
    const { text } = await get(plan.id);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(text));
  });
});
