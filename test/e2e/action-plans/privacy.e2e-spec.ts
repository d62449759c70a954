import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../../src/shared-kernel/id.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import {
  actionPath,
  minimalAction,
  noteRecord,
  planBody,
  planRecord,
  PLANS,
} from '../../support/builders/plan.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';
import { TestApp } from '../../support/test-app.js';

type Who = 'creator' | 'manager' | 'admin' | 'stranger';
type Plan = 'public' | 'private' | 'orphan';

/** Plan, caller, presence in the list, and the statuses of get, patch and delete. */
const TABLE: readonly [Plan, Who, boolean, number, number, number][] = [
  ['public', 'creator', true, 200, 200, 204],
  ['public', 'manager', true, 200, 403, 403],
  ['public', 'admin', true, 200, 200, 204],
  ['public', 'stranger', false, 404, 404, 404],
  ['private', 'creator', true, 200, 200, 204],
  ['private', 'manager', false, 403, 403, 403],
  ['private', 'admin', false, 403, 403, 204],
  ['private', 'stranger', false, 404, 404, 404],
  ['orphan', 'creator', true, 200, 200, 204],
  ['orphan', 'manager', true, 200, 200, 204],
  ['orphan', 'admin', true, 200, 200, 204],
  ['orphan', 'stranger', false, 404, 404, 404],
];

describe('privacy', () => {
  let app: TestApp;
  let callers: Record<Who, ApiClient & { userId: string }>;
  let companyId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    companyId = await app.company();
    callers = {
      creator: await app.user('MANAGER', companyId),
      manager: await app.user('MANAGER', companyId),
      admin: await app.user('ADMIN', companyId),
      stranger: await app.user('ADMIN'),
    };
  });
  afterAll(() => app.stop());

  it.each(TABLE)('of a %s plan: %s', async (kind, who, isListed, get, patch, remove) => {
    await app.sql('DELETE FROM action_plan');
    const plan = planRecord({
      visibility: kind === 'public' ? 'PUBLIC' : 'PRIVATE',
      ...(kind !== 'orphan' && { createdBy: callers.creator.userId }),
      actions: [
        minimalAction({ status: 'COMPLETED', hierarchyIds: ['area'], title: { defaultValue: 'needle' } }),
      ],
    });
    await app.app.get(ActionPlanImporter).import(companyId, [plan]);
    const caller = callers[who];
    const stored = async () =>
      app.sql('SELECT document, visibility FROM action_plan WHERE id = $1', [plan.id]);
    const before = await stored();

    for (const query of [
      '',
      '?status=COMPLETED',
      '?hierarchyId=area',
      '?q=needle',
      '?q=ne&status=COMPLETED',
      '?planText=plan&q=needle&sort=title',
      '?view=summary&planText=pla&status=COMPLETED',
      '?include=permissions',
    ]) {
      const { body, text, headers } = await caller.get(PLANS + query);
      const counts = [body.total, body.result.length, Number(headers.get('x-total-count'))];
      expect([query, ...counts]).toEqual([query, ...(isListed ? [1, 1, 1] : [0, 0, 0])]);
      expect(text.includes(plan.id)).toBe(isListed);
    }
    expect((await caller.get(`${PLANS}/${plan.id}`)).status).toBe(get);
    expect((await caller.get(`${PLANS}/${plan.id}?include=permissions`)).status).toBe(get);

    const changed = await caller.patch(`${PLANS}/${plan.id}`, { title: { defaultValue: 'changed' } });
    expect(changed.status).toBe(patch);
    if (patch === 200)
      expect(await stored()).toMatchObject([{ document: { title: { defaultValue: 'changed' } } }]);
    else expect(await stored()).toEqual(before);

    expect((await caller.delete(`${PLANS}/${plan.id}`)).status).toBe(remove);
    expect(await stored()).toHaveLength(remove === 204 ? 0 : 1);
  });
});

type Insider = 'creator' | 'admin' | 'manager' | 'action creator' | 'assignee' | 'author';
type Kind = 'public' | 'private' | 'orphan';
type Call = (caller: ApiClient, path: string, ids: Ids) => Promise<Answer>;

interface Ids {
  readonly assignee: string;
  readonly other: string;
  readonly shared: string;
  readonly hidden: string;
}

const INSIDERS = ['creator', 'admin', 'manager', 'action creator', 'assignee', 'author'] as const;
const CHANGERS = ['creator', 'admin', 'action creator'] as const;

/**
 * Allowed operations on the actions of a plan that is public or has no creator. Of a private plan only its
 * creator may, where the creator of a public one may; all others are answered 403.
 */
const OPERATIONS: readonly [string, Call, ofPublic: readonly Insider[], ofOrphan: readonly Insider[]][] = [
  [
    'create an action',
    (caller, path) => caller.post(path.replace(/\/\w+$/, ''), { title: { defaultValue: 'x' } }),
    ['creator', 'admin'],
    INSIDERS,
  ],
  ['get an action', (caller, path) => caller.get(path), INSIDERS, INSIDERS],
  [
    'copy the plan',
    (caller, path) => caller.post(path.replace(/\/actions\/\w+$/, '/copy')),
    INSIDERS,
    INSIDERS,
  ],
  ['change an action', (caller, path) => caller.patch(path, { source: 'AI' }), CHANGERS, INSIDERS],
  ['delete an action', (caller, path) => caller.delete(path), CHANGERS, INSIDERS],
  [
    'set the status of the assignee',
    (caller, path, { assignee }) => caller.put(`${path}/assignees/${assignee}`, { status: 'COMPLETED' }),
    [...CHANGERS, 'assignee'],
    INSIDERS,
  ],
  [
    'set the status of another assignee',
    (caller, path, { other }) => caller.put(`${path}/assignees/${other}`, { status: 'COMPLETED' }),
    CHANGERS,
    INSIDERS,
  ],
  [
    'remove the assignee',
    (caller, path, { assignee }) => caller.delete(`${path}/assignees/${assignee}`),
    CHANGERS,
    INSIDERS,
  ],
  ['add a note', (caller, path) => caller.post(`${path}/notes`, { content: 'x' }), INSIDERS, INSIDERS],
  [
    'change a shared note',
    (caller, path, { shared }) => caller.patch(`${path}/notes/${shared}`, { content: 'x' }),
    ['author'],
    ['author'],
  ],
  [
    'delete a shared note',
    (caller, path, { shared }) => caller.delete(`${path}/notes/${shared}`),
    ['admin', 'author'],
    INSIDERS,
  ],
  [
    'change a private note',
    (caller, path, { hidden }) => caller.patch(`${path}/notes/${hidden}`, { content: 'x' }),
    ['author'],
    ['author'],
  ],
  [
    'delete a private note',
    (caller, path, { hidden }) => caller.delete(`${path}/notes/${hidden}`),
    ['author'],
    ['author'],
  ],
];

describe('privacy inside a plan', () => {
  let fixture: PlanFixture;
  let callers: Record<Insider, Caller>;
  let assignee: string;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
    const { creator, admin, manager, app, companyId } = fixture;
    const person = await fixture.person();
    assignee = person.employeeId;
    callers = {
      creator,
      admin,
      manager,
      'action creator': await app.user('MANAGER', companyId),
      assignee: person,
      author: await app.user('MANAGER', companyId),
    };
  });
  afterAll(() => fixture.stop());

  const planOf = async (kind: Kind) => {
    const ids = { assignee, other: newId(), shared: newId(), hidden: newId() };
    const authorId = callers.author.userId;
    const { path } = await fixture.action(
      {
        createdBy: callers['action creator'].userId,
        assigneeStatuses: [ids.assignee, ids.other].map((id) => ({ assigneeId: id, status: 'PENDING' })),
        notes: [
          noteRecord({ id: ids.shared, authorId }),
          noteRecord({ id: ids.hidden, authorId, visibility: 'PRIVATE' }),
        ],
      },
      {
        visibility: kind === 'public' ? 'PUBLIC' : 'PRIVATE',
        ...(kind === 'orphan' && { createdBy: undefined }),
      },
    );
    return { path, ids };
  };

  it.each(
    OPERATIONS.flatMap(([name, call, ofPublic, ofOrphan]): [string, Kind, Call, readonly Insider[]][] => [
      [name, 'public', call, ofPublic],
      [name, 'private', call, ofPublic.filter((who) => who === 'creator')],
      [name, 'orphan', call, ofOrphan],
    ]),
  )('%s of a %s plan', async (name, kind, call, allowed) => {
    const isHidden = name.endsWith('private note');
    for (const who of INSIDERS) {
      const { path, ids } = await planOf(kind);
      const before = await fixture.everything();
      const { status } = await call(callers[who], path, ids);
      const mayRead = kind !== 'private' || who === 'creator';
      const refusal = mayRead && isHidden ? 404 : 403;
      const isAllowed = allowed.includes(who);
      expect([who, status < 300 ? 'allowed' : status]).toEqual([who, isAllowed ? 'allowed' : refusal]);
      const isChanged = isAllowed && name !== 'get an action';
      expect([who, isDeepStrictEqual(await fixture.everything(), before)]).toEqual([who, !isChanged]);
      await fixture.app.sql('DELETE FROM action_plan');
    }
    const { path, ids } = await planOf(kind);
    const { status, body } = await fixture.unchanged(() => call(fixture.stranger, path, ids));
    expect([status, body.errorCode]).toEqual([404, 'PLAN_NOT_FOUND']);
  });

  const isCreation = ([name]: (typeof OPERATIONS)[number]) => /^(create an action|copy the plan)$/.test(name);
  it.each(OPERATIONS.filter((one) => !isCreation(one)))(
    '%s of another company is not possible through a plan of the caller',
    async (name, call) => {
      const { path, ids } = await planOf('public');
      const { stranger } = fixture;
      const own = actionPath((await stranger.post(PLANS, planBody())).body.id);
      const { body: action } = await stranger.post(own, { title: { defaultValue: 'x' } });
      const inAction = /assignee|(shared|private) note/.exec(name)?.[0];
      await fixture.unchanged(async () => {
        const foreignAction = await call(stranger, `${own}/${path.split('/').at(-1)}`, ids);
        expect([foreignAction.status, foreignAction.body.errorCode]).toEqual([404, 'ACTION_NOT_FOUND']);
        if (inAction === undefined) return;
        const { status, body } = await call(stranger, `${own}/${action.id}`, ids);
        const code = inAction === 'assignee' ? 'ASSIGNEE_NOT_FOUND' : 'NOTE_NOT_FOUND';
        expect([status, body.errorCode]).toEqual([404, code]);
      });
    },
  );
});
