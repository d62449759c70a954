import { newId } from '../../../src/shared-kernel/id.js';
import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import {
  actionPath,
  minimalAction,
  noteRecord,
  planRecord,
  PLANS,
  type Body,
} from '../../support/builders/plan.js';
import { recordStatements } from '../../support/recorded-statements.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';
import { issuesOf } from '../../support/workforce-fixture.js';

const INCLUDE = '?include=permissions';
const title = { defaultValue: 'Other' };

const INSIDERS = ['creator', 'admin', 'manager', 'action creator', 'assignee', 'author'] as const;
type Insider = (typeof INSIDERS)[number];

const KINDS = ['public', 'private', 'orphan'] as const;

/** A request that a permission is about. */
type Attempt = readonly [permission: string, send: () => Promise<Answer>];

interface Part extends Body {
  readonly permissions: readonly string[];
}

interface AnsweredAction extends Part {
  readonly assigneeStatuses: readonly (Part & { readonly assigneeId: string })[];
  readonly notes: readonly (Part & { readonly id: string })[];
}

/** The names of all permissions of a plan with one action, like `note 1 update`. */
function permissionsIn(plan: Part, action: AnsweredAction, { noteIds, assigneeIds }: Ids): string[] {
  const named = (part: string, { permissions }: Part): string[] =>
    permissions.map((name) => `${part} ${name}`);
  return [
    ...named('plan', plan),
    ...named('action', action),
    ...action.assigneeStatuses.flatMap((one) =>
      named(`assignee ${assigneeIds.indexOf(one.assigneeId)}`, one),
    ),
    ...action.notes.flatMap((note) => named(`note ${noteIds.indexOf(note.id)}`, note)),
  ];
}

/** Notes: a shared one and a private one. */
interface Ids {
  readonly planId: string;
  readonly actionId: string;
  readonly assigneeIds: readonly string[];
  readonly noteIds: readonly string[];
}

/** Every request that a permission names; those that remove something come after those that need it. */
function attemptsOf(
  caller: ApiClient,
  { planId, actionId, assigneeIds, noteIds }: Ids,
  personId: string,
): Attempt[] {
  const [plan, action] = [`${PLANS}/${planId}`, actionPath(planId, actionId)];
  return [
    ['plan copy', () => caller.post(`${plan}/copy`)],
    ['plan export', () => caller.post(`${plan}/excel`)],
    ['plan addAction', () => caller.post(actionPath(planId), { title })],
    ['plan update', () => caller.patch(plan, { title })],
    ...noteIds.flatMap((id, index): Attempt[] => [
      [`note ${index} update`, () => caller.patch(`${action}/notes/${id}`, { content: 'Other' })],
      [`note ${index} delete`, () => caller.delete(`${action}/notes/${id}`)],
    ]),
    ...assigneeIds.flatMap((id, index): Attempt[] => [
      [`assignee ${index} setStatus`, () => caller.put(`${action}/assignees/${id}`, { status: 'COMPLETED' })],
      [`assignee ${index} remove`, () => caller.delete(`${action}/assignees/${id}`)],
    ]),
    ['action addNote', () => caller.post(`${action}/notes`, { content: 'x' })],
    ['action assign', () => caller.put(`${action}/assignees/${personId}`, { status: 'PENDING' })],
    ['action update', () => caller.patch(action, { source: 'AI' })],
    ['action delete', () => caller.delete(action)],
    ['plan delete', () => caller.delete(plan)],
  ];
}

describe(`GET ${PLANS}?include=permissions`, () => {
  let fixture: PlanFixture;
  let callers: Record<Insider, Caller>;
  let assigneeId: string;
  let personId: string;

  beforeAll(async () => {
    // Without a worker: the export of an attempt would read its person beside the statements that are counted.
    fixture = await PlanFixture.start({}, undefined, { isWorker: false });
    const { creator, admin, manager, app, companyId } = fixture;
    const assignee = await fixture.person();
    assigneeId = assignee.employeeId;
    [personId] = (await fixture.employees(1)) as [string];
    callers = {
      ...{ creator, admin, manager, assignee },
      'action creator': await app.user('RESPONSIBLE', companyId),
      author: await app.user('ADVISOR', companyId),
    };
  });
  afterAll(() => fixture.stop());

  const planOf = async (kind: (typeof KINDS)[number]): Promise<Ids> => {
    const ids = { assigneeIds: [assigneeId, newId()], noteIds: [newId(), newId()] };
    const [shared, hidden] = ids.noteIds;
    const authorId = callers.author.userId;
    const { planId, actionId } = await fixture.action(
      {
        createdBy: callers['action creator'].userId,
        assigneeStatuses: ids.assigneeIds.map((id) => ({ assigneeId: id, status: 'PENDING' })),
        notes: [
          noteRecord({ id: shared, authorId }),
          noteRecord({ id: hidden, authorId, visibility: 'PRIVATE' }),
        ],
      },
      {
        visibility: kind === 'public' ? 'PUBLIC' : 'PRIVATE',
        ...(kind === 'orphan' && { createdBy: undefined }),
      },
    );
    return { ...ids, planId, actionId };
  };

  const listed = async (caller: ApiClient, planId: string): Promise<Part | undefined> => {
    const { body } = await caller.get(`${PLANS}${INCLUDE}&to=500`);
    return (body.result as (Part & { id: string })[]).find(({ id }) => id === planId);
  };

  describe.each(KINDS)('of a %s plan', (kind) => {
    it.each(INSIDERS)('names to the %s what succeeds, and what it does not name is refused', async (who) => {
      const caller = callers[who];
      const ids = await planOf(kind);
      const [plan, action] = [`${PLANS}/${ids.planId}`, actionPath(ids.planId, ids.actionId)];
      const got = await caller.get(plan + INCLUDE);
      const mayRead = kind !== 'private' || who === 'creator';
      expect(got.status).toBe(mayRead ? 200 : 403);
      expect(await listed(caller, ids.planId)).toEqual(mayRead ? got.body : undefined);
      const [shown] = (got.body.actions ?? []) as AnsweredAction[];
      const names = mayRead ? permissionsIn(got.body as Part, shown!, ids) : [];
      if (mayRead) expect((await caller.get(action + INCLUDE)).body).toEqual(shown);
      for (const [name, send] of attemptsOf(caller, ids, personId)) {
        const { status, body } = await send();
        const isHidden = mayRead && name.startsWith('note 1') && who !== 'author';
        // An admin deletes plans that the admin does not read, and thus is not shown.
        const isUnseen = name === 'plan delete' && who === 'admin' && kind === 'private';
        const isAllowed = names.includes(name) || isUnseen;
        const refusal = isHidden ? [404, 'NOTE_NOT_FOUND'] : [403, 'PLAN_FORBIDDEN'];
        expect([name, ...(status < 300 ? [true] : [status, body.errorCode])]).toEqual([
          name,
          ...(isAllowed ? [true] : refusal),
        ]);
      }
    });
  });

  it('names to an assignee the own status alone', async () => {
    const ids = await planOf('public');
    const { body } = await callers.assignee.get(actionPath(ids.planId, ids.actionId) + INCLUDE);
    expect(body.permissions).toEqual(['addNote']);
    const statuses = (body as AnsweredAction).assigneeStatuses;
    expect(statuses.map(({ permissions }) => permissions)).toEqual([['setStatus'], []]);
  });

  it('changes nothing else of an answer, whose tag serves for If-Match', async () => {
    const { planId, actionId } = await planOf('public');
    const { creator } = fixture;
    const withoutPermissions = (text: string): unknown =>
      JSON.parse(text, (name, value: unknown) => (name === 'permissions' ? undefined : value));
    for (const path of [actionPath(planId, actionId), `${PLANS}/${planId}`]) {
      const [plain, permitted] = [await creator.get(path), await creator.get(path + INCLUDE)];
      expect(plain.text).not.toContain('permissions');
      expect(JSON.stringify(withoutPermissions(permitted.text))).toBe(plain.text);
      const [tag, whole] = [plain, permitted].map(({ headers }) => headers.get('etag')!) as [string, string];
      expect([tag, whole]).toEqual([
        expect.stringMatching(/^"[\w-]{43}"$/),
        expect.stringMatching(/^"[\w-]{43}\.[\w-]{43}"$/),
      ]);
      expect(whole.startsWith(tag.slice(0, -1))).toBe(true);
      const conditional = async (query: string, known: string): Promise<number> =>
        (await creator.get(path + query, { headers: { 'If-None-Match': known } })).status;
      expect(await conditional(INCLUDE, whole)).toBe(304);
      expect(await conditional(INCLUDE, tag)).toBe(200);
      expect(await conditional('', whole)).toBe(200);

      const change = async (known: string): Promise<number> =>
        (await creator.patch(path, { title: { defaultValue: newId() } }, { headers: { 'If-Match': known } }))
          .status;
      const other = `"${'x'.repeat(43)}${whole.slice(44)}`;
      for (const wrong of [whole.slice(0, -1), whole.slice(1), other, '".', '"."'])
        expect([wrong, await change(wrong)]).toEqual([wrong, 412]);
      expect(await change(`"other", W/${whole}`)).toBe(200);
      expect(await change(whole)).toBe(412);
    }
  });

  it('differs in its tag for callers with other permissions', async () => {
    const { planId } = await planOf('public');
    const tagOf = async (caller: ApiClient): Promise<string> =>
      (await caller.get(`${PLANS}/${planId}${INCLUDE}`)).headers.get('etag')!;
    const [ofCreator, ofManager] = [await tagOf(callers.creator), await tagOf(callers.manager)];
    expect(ofCreator).not.toBe(ofManager);
    expect(ofCreator.split('.')[0]).toBe(ofManager.split('.')[0]);
  });

  it('of a page reads the own employee once, and not at all for an admin', async () => {
    await planOf('public');
    await planOf('public');
    const statements = recordStatements(fixture.app);
    for (const [who, count] of [
      ['manager', 1],
      ['admin', 0],
    ] as const) {
      statements.length = 0;
      await callers[who].get(`${PLANS}${INCLUDE}`);
      const own = statements.filter((name) => name === 'identity.find-active-person');
      expect([who, own.length]).toEqual([who, count]);
    }
  });

  it('takes back what it answers', async () => {
    const { planId, actionId } = await planOf('public');
    const { creator } = fixture;
    const path = actionPath(planId, actionId);
    const { body: note } = await creator.post(`${path}/notes`, { content: 'Mine' });
    const { body: plan } = await creator.get(`${PLANS}/${planId}${INCLUDE}`);
    const { body: action } = await creator.get(path + INCLUDE);
    const shown = action.notes.find(({ id }: Body) => id === note.id);
    const { assigneeId: id, ...assignee } = action.assigneeStatuses[0];
    const answers = await fixture.unchanged(async () => [
      await creator.patch(`${PLANS}/${planId}`, plan),
      await creator.patch(path, action),
      await creator.patch(`${path}/notes/${note.id}`, shown),
      await creator.put(`${path}/assignees/${id}`, assignee),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it.each(['x', 'PERMISSIONS', 'permissions,permissions', 'permissions&include=permissions'])(
    'refuses include=%s',
    async (value) => {
      const { planId, actionId } = await planOf('public');
      for (const path of [PLANS, `${PLANS}/${planId}`, actionPath(planId, actionId)]) {
        const answer = await fixture.creator.get(`${path}?include=${value}`);
        expect([answer.status, ...issuesOf(answer).map(([name]) => name)]).toEqual([400, 'include']);
      }
      const { body } = await fixture.creator.get(`${PLANS}?include=x`);
      expect(body.errors).toEqual([
        { path: 'include', code: 'NOT_ALLOWED', message: 'must be one of permissions' },
      ]);
    },
  );

  it('is as without it where it is empty', async () => {
    const { planId } = await planOf('public');
    const path = `${PLANS}/${planId}`;
    expect((await callers.manager.get(`${path}?include=`)).text).toBe((await callers.manager.get(path)).text);
  });

  it('is there on filtered and on large pages', async () => {
    const description = { defaultValue: 'x'.repeat(20_000) };
    const actions = (): Body[] =>
      Array.from({ length: 50 }, () => minimalAction({ description, source: 'AI' }));
    const caller = await fixture.app.user('MANAGER');
    const records = Array.from({ length: 6 }, () =>
      planRecord({ createdBy: caller.userId, actions: actions() }),
    );
    const [row] = await fixture.app.sql<{ companyId: string }>(
      'SELECT company_id AS "companyId" FROM user_account WHERE id = $1',
      [caller.userId],
    );
    await fixture.app.app.get(ActionPlanImporter).import(row!.companyId, records);
    const { status, headers, body } = await caller.get(`${PLANS}${INCLUDE}`);
    expect([status, headers.has('etag'), body.total]).toEqual([200, false, 6]);
    const plans = body.result as (Part & { actions: Part[] })[];
    expect(plans.map((plan) => plan.permissions)).toEqual(
      Array(6).fill(['update', 'delete', 'addAction', 'copy', 'export']),
    );
    expect(
      new Set(plans.flatMap((plan) => plan.actions.map(({ permissions }) => permissions.join()))),
    ).toEqual(new Set(['update,delete,assign,addNote']));
    const filtered = await caller.get(`${PLANS}${INCLUDE}&q=nothing`);
    expect(filtered.body).toEqual({ from: 0, to: 10, total: 0, result: [] });
  });
});
