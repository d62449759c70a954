import { newId } from '../../../src/shared-kernel/id.js';
import {
  actionPath,
  actionRecord,
  minimalAction,
  noteRecord,
  planBody,
  PLANS,
  type Body,
} from '../../support/builders/plan.js';
import { PlanFixture } from '../../support/plan-fixture.js';
import { issuesOf } from '../../support/workforce-fixture.js';

const AUDIT = '/api/v1/company/audit';

describe(`POST ${PLANS}/{planId}/copy`, () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  const copy = (planId: string, body?: unknown, caller = fixture.manager) =>
    caller.post(`${PLANS}/${planId}/copy`, body);
  const read = async (planId: string) => (await fixture.creator.get(`${PLANS}/${planId}`)).body as Body;

  it('checks credential, role, plan and the right to read it before the body', async () => {
    const pathOf = (path: string) => path.replace(/(\/actions)?\/[^/]+$/, '/copy');
    await fixture.expectOrderOfChecks('POST', { pathOf, isReader: true }, await fixture.action());
  });

  it('makes a private plan of the caller with the actions, without people, progress, dates and notes', async () => {
    const { description } = planBody();
    const [first, second] = [
      actionRecord({ createdAt: '2026-01-01T11:00:00.000Z' }),
      minimalAction({ createdAt: '2026-01-01T10:00:00.000Z', status: 'COMPLETED', visibility: 'PUBLIC' }),
    ];
    const planId = await fixture.plan({ description, actions: [first, second] });
    const original = await read(planId);
    const answer = await copy(planId);
    const { body } = answer;
    expect(answer.status).toBe(200);
    const time = expect.stringMatching(/Z$/) as unknown;
    const id = expect.stringMatching(/^[0-9a-f]{24}$/) as unknown;
    expect(body).toEqual({
      ...original,
      id,
      visibility: 'PRIVATE',
      completionPercent: 0,
      createdBy: fixture.manager.userId,
      createdAt: time,
      updatedAt: time,
      actions: (original['actions'] as Body[]).map((action) => {
        const { dueDate: _due, startedAt: _start, completedAt: _end, ...kept } = action;
        return {
          ...kept,
          id,
          planId: body.id,
          plan: { ...(action['plan'] as Body), id: body.id },
          focusItems: (action['focusItems'] as Body[]).map(({ targetTimestamp: _, ...item }) => item),
          assigneeStatuses: [],
          status: 'PENDING',
          completionPercent: 0,
          createdBy: fixture.manager.userId,
          createdAt: time,
          updatedAt: time,
          notes: [],
        };
      }),
    });
    expect(body.actions.map(({ title }: Body) => title)).toEqual(
      (original['actions'] as Body[]).map(({ title }) => title),
    );
    expect(body.createdAt > original['createdAt']!).toBe(true);
    const got = await fixture.manager.get(`${PLANS}/${body.id}`);
    expect([got.text, got.headers.get('etag')]).toEqual([answer.text, answer.headers.get('etag')]);
    expect((await fixture.admin.get(`${PLANS}/${body.id}`)).status).toBe(403);
    expect(await read(planId)).toEqual(original);
  });

  it('is found by filters and search, and counts like a plan that was made by itself', async () => {
    const planId = await fixture.plan({
      actions: [minimalAction({ title: { defaultValue: 'Needle in the copy' } })],
    });
    const { body } = await copy(planId);
    const { body: found } = await fixture.manager.get(
      `${PLANS}?q=NEEDLE&createdBy=${fixture.manager.userId}`,
    );
    expect(found.result.map(({ id }: Body) => id)).toEqual([body.id]);
    const [, copied] = await fixture.app.sql<{ count: number; bytes: number }>(
      'SELECT action_count AS count, bytes FROM action_plan WHERE id = ANY ($1) ORDER BY id = $2',
      [[planId, body.id], body.id],
    );
    expect(copied!.count).toBe(1);
    await fixture.manager.post(actionPath(body.id), { title: { defaultValue: 'x' } });
    await fixture.manager.delete(actionPath(body.id, body.actions[0].id));
    await fixture.manager.delete(
      actionPath(body.id, (await fixture.manager.get(`${PLANS}/${body.id}`)).body.actions[0].id),
    );
    const { title, description } = body;
    const { body: empty } = await fixture.manager.post(PLANS, { title, ...(description && { description }) });
    const sizes = await fixture.app.sql<{ count: number; bytes: number }>(
      'SELECT action_count AS count, bytes FROM action_plan WHERE id = ANY ($1)',
      [[body.id, empty.id]],
    );
    expect(sizes[0]).toEqual(sizes[1]);
  });

  it.each([
    ['a missing body', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a title that is null', { title: null }],
  ])('takes %s, and the title of the original', async (_, body) => {
    const title = { defaultValue: 'Calm', langValues: { es: ' ' } };
    const planId = await fixture.plan({ title });
    const answer = await copy(planId, body);
    expect([answer.status, answer.body.title]).toEqual([200, { ...title, valid: false }]);
    expect(answer.body.actions).toEqual([]);
  });

  it('takes another title', async () => {
    const planId = await fixture.plan({ actions: [minimalAction()] });
    const title = { defaultValue: 'Another', valid: true };
    const { body } = await copy(planId, { title });
    expect([body.title, body.actions[0].plan.title]).toEqual([title, title]);
  });

  it.each<[unknown, string, string]>([
    [[], '', 'WRONG_TYPE'],
    ['x', '', 'WRONG_TYPE'],
    [{ title: { defaultValue: ' ' } }, 'title.defaultValue', 'BLANK'],
    [{ title: 'x' }, 'title', 'WRONG_TYPE'],
    [{ visibility: 'PUBLIC' }, 'visibility', 'UNKNOWN_MEMBER'],
  ])('answers 400 to %j and stores nothing', async (body, path, code) => {
    const planId = await fixture.plan();
    const answer = await fixture.unchanged(() => copy(planId, body));
    expect([answer.status, ...issuesOf(answer)]).toEqual([400, [path, code]]);
  });

  it('makes actions of the company only for admins', async () => {
    const planId = await fixture.plan({
      actions: [minimalAction({ actionType: 'COMPANY' }), minimalAction({ actionType: 'MANAGER' })],
    });
    const typesOf = async (caller = fixture.manager) =>
      (await copy(planId, {}, caller)).body.actions.map(({ actionType }: Body) => actionType);
    expect(await typesOf()).toEqual(['MANAGER', 'MANAGER']);
    expect(await typesOf(fixture.admin)).toEqual(['COMPANY', 'MANAGER']);
  });

  it('copies a private plan of the caller, a plan without a creator, and references that are gone', async () => {
    const { creator } = fixture;
    const action = actionRecord({ hierarchyIds: ['gone'] });
    for (const overrides of [{ visibility: 'PRIVATE' }, { createdBy: undefined }]) {
      const planId = await fixture.plan({ actions: [{ ...action, id: newId() }], ...overrides });
      const { status, body } = await copy(planId, undefined, creator);
      expect([status, body.createdBy, body.actions[0].hierarchyIds]).toEqual([200, creator.userId, ['gone']]);
    }
  });

  it('keeps the order of a thousand actions, and takes no more', async () => {
    const actions = Array.from({ length: 1_000 }, (_, index) =>
      minimalAction({ title: { defaultValue: `Action ${index}` }, createdAt: '2026-01-01T10:00:00.000Z' }),
    );
    const planId = await fixture.plan({ actions });
    const titles = (plan: Body) => (plan['actions'] as Body[]).map(({ title }) => title);
    const answer = await copy(planId);
    expect(titles(answer.body as Body)).toEqual(titles(await read(planId)));
    const more = await fixture.plan({
      actions: [...actions, minimalAction()].map((one) => ({ ...one, id: newId() })),
    });
    const refused = await fixture.unchanged(() => copy(more));
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'TOO_MANY_ACTIONS']);
  });

  it('is refused where its title makes it larger than a plan may be', async () => {
    const long = { defaultValue: 'x'.repeat(20_000) };
    const title = { defaultValue: 'T', langValues: { es: 'x'.repeat(255), de: 'x'.repeat(255) } };
    const actions = Array.from({ length: 148 }, () => minimalAction({ description: long }));
    const planId = await fixture.plan({ actions });
    expect((await copy(planId)).status).toBe(200);
    const languages = Object.fromEntries(['de', 'es', 'fr', 'it', 'pt'].map((tag) => [tag, 'é'.repeat(255)]));
    const larger = { ...title, langValues: languages };
    const refused = await fixture.unchanged(() => copy(planId, { title: larger }));
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'PLAN_TOO_LARGE']);
  });

  it('is recorded with the plan that it was made from, and shown to nobody but the caller', async () => {
    const { admin, manager } = fixture;
    const planId = await fixture.plan({ actions: [actionRecord({ notes: [noteRecord()] })] });
    const { body } = await copy(planId, undefined, admin);
    const { body: own } = await admin.get(`${AUDIT}?to=1`);
    expect(own.result[0]).toMatchObject({
      operation: 'plan.copy',
      objectId: body.id,
      planId: body.id,
      after: { copiedFrom: planId, title: { defaultValue: 'Plan' }, visibility: 'PRIVATE' },
    });
    const { body: others } = await copy(planId, undefined, manager);
    const { body: audit } = await admin.get(`${AUDIT}?to=1`);
    expect(audit.result[0]).toMatchObject({ operation: 'plan.copy', objectId: others.id });
    expect(audit.result[0]).not.toHaveProperty('after');
  });
});
