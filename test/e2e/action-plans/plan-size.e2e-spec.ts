import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { MAX_PLAN_BYTES } from '../../../src/action-plans/domain/plan-size.js';
import { actionPath, minimalAction, planRecord, PLANS } from '../../support/builders/plan.js';
import { eventually } from '../../support/eventually.js';
import { PlanFixture } from '../../support/plan-fixture.js';

const description = (length: number): object => ({ defaultValue: 'é'.repeat(length) });
const TOO_LARGE = { status: 409, body: expect.objectContaining({ errorCode: 'PLAN_TOO_LARGE' }) };

describe('the size of a plan', () => {
  let fixture: PlanFixture;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
  });
  afterAll(() => fixture.stop());

  /** The stored size of a plan. */
  const sizeOf = async (planId: string): Promise<{ bytes: number; count: number }> => {
    const [row] = await fixture.app.sql<{ bytes: number; count: number }>(
      'SELECT bytes, action_count AS count FROM action_plan WHERE id = $1',
      [planId],
    );
    return row!;
  };

  /** Expects the stored size to be that of the answer, or slightly more, because statuses and times can grow. */
  const expectSize = async (planId: string): Promise<void> => {
    const { text, body } = await fixture.creator.get(`${PLANS}/${planId}`);
    const { bytes, count } = await sizeOf(planId);
    const answered = Buffer.byteLength(text);
    expect(count).toBe(body.actions.length);
    expect(bytes).toBeGreaterThanOrEqual(answered);
    const parts = text.split('"id":').length + text.split('"assigneeId":').length;
    expect(bytes).toBeLessThan(answered + 160 * parts);
  };

  /** A plan that takes no further note. @returns the path of its first action */
  const fullPlan = async (): Promise<{ planId: string; path: string }> => {
    const actions = Array.from({ length: 75 }, () => minimalAction({ description: description(20_000) }));
    const planId = await fixture.plan({ actions });
    const path = actionPath(planId, actions[0]!.id);
    for (const length of [20_000, 2_000, 200, 20, 1]) {
      const note = { content: 'n'.repeat(length) };
      while ((await fixture.creator.post(`${path}/notes`, note)).status === 200);
    }
    return { planId, path };
  };

  it('is kept with every change', async () => {
    const { creator } = fixture;
    const { body: plan } = await creator.post(PLANS, { title: { defaultValue: 'Plan' } });
    const path = `${PLANS}/${plan.id}`;
    const [person] = await fixture.employees(1);
    await expectSize(plan.id);
    const { body: action } = await creator.post(actionPath(plan.id), {
      title: { defaultValue: 'Action', langValues: { es: 'Acción' } },
      description: description(100),
      assigneeIds: [person],
    });
    await creator.post(actionPath(plan.id), { title: { defaultValue: 'Other' }, status: 'COMPLETED' });
    await expectSize(plan.id);
    const { body: note } = await creator.post(`${actionPath(plan.id, action.id)}/notes`, {
      content: 'é'.repeat(99),
    });
    await creator.post(`${actionPath(plan.id, action.id)}/notes`, {
      content: 'Hidden',
      visibility: 'PRIVATE',
    });
    await expectSize(plan.id);
    await creator.patch(path, { title: { defaultValue: 'A longer title' }, description: description(500) });
    await expectSize(plan.id);
    await creator.patch(actionPath(plan.id, action.id), { description: description(300) });
    await creator.patch(`${actionPath(plan.id, action.id)}/notes/${note.id}`, { content: 'Short' });
    await expectSize(plan.id);
    await creator.delete(`${actionPath(plan.id, action.id)}/assignees/${person}`);
    await creator.delete(`${actionPath(plan.id, action.id)}/notes/${note.id}`);
    await expectSize(plan.id);
    const before = await sizeOf(plan.id);
    await creator.delete(actionPath(plan.id, action.id));
    await expectSize(plan.id);
    expect((await sizeOf(plan.id)).count).toBe(before.count - 1);
  });

  it('does not change with a status', async () => {
    const [person] = await fixture.employees(1);
    const { path, planId } = await fixture.action({
      assigneeStatuses: [{ assigneeId: person, status: 'PENDING' }],
    });
    const before = await sizeOf(planId);
    for (const status of ['IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'PENDING']) {
      expect((await fixture.creator.put(`${path}/assignees/${person}`, { status })).status).toBe(200);
      expect(await sizeOf(planId)).toEqual(before);
    }
  });

  it('has a limit for whatever adds to the plan', async () => {
    const { creator } = fixture;
    const { planId, path } = await fullPlan();
    const [person] = await fixture.employees(1);
    const { bytes } = await sizeOf(planId);
    expect(bytes).toBeLessThanOrEqual(MAX_PLAN_BYTES);
    expect(bytes).toBeGreaterThan(MAX_PLAN_BYTES - 150);
    const [note] = (await creator.get(path)).body.notes;
    await fixture.unchanged(async () => {
      const longer = {
        title: { defaultValue: 'A title that is longer by many characters than before '.repeat(3) },
      };
      expect(await creator.post(actionPath(planId), { title: { defaultValue: 'New' } })).toMatchObject(
        TOO_LARGE,
      );
      expect(await creator.patch(path, longer)).toMatchObject(TOO_LARGE);
      expect(await creator.patch(`${PLANS}/${planId}`, longer)).toMatchObject(TOO_LARGE);
      expect(await creator.put(`${path}/assignees/${person}`, { status: 'PENDING' })).toMatchObject(
        TOO_LARGE,
      );
      expect(await creator.post(`${path}/notes`, { content: 'n' })).toMatchObject(TOO_LARGE);
      const content = 'é'.repeat(20_000);
      expect(await creator.patch(`${path}/notes/${note.id}`, { content })).toMatchObject(TOO_LARGE);
    });
    expect((await creator.patch(path, { status: 'COMPLETED' })).status).toBe(200);
    expect((await creator.get(`${PLANS}/${planId}`)).status).toBe(200);
    expect((await creator.delete(`${path}/notes/${note.id}`)).status).toBe(204);
    expect((await creator.post(`${path}/notes`, { content: 'n' })).status).toBe(200);
    expect((await creator.delete(`${PLANS}/${planId}`)).status).toBe(204);
  });

  it('counts the title and description of the plan once for each action', async () => {
    const actions = Array.from({ length: 200 }, () => minimalAction());
    const planId = await fixture.plan({ actions });
    const change = { description: { defaultValue: 'x'.repeat(18_000) } };
    expect(await fixture.creator.patch(`${PLANS}/${planId}`, change)).toMatchObject(TOO_LARGE);
    const shorter = { description: { defaultValue: 'x'.repeat(12_000) } };
    expect((await fixture.creator.patch(`${PLANS}/${planId}`, shorter)).status).toBe(200);
    await expectSize(planId);
  });

  it('has the same limit in imports, which name the record', async () => {
    const actions = Array.from({ length: 80 }, () => minimalAction({ description: description(20_000) }));
    const large = planRecord({ actions });
    const importer = fixture.app.app.get(ActionPlanImporter);
    await fixture.unchanged(async () => {
      await expect(importer.import(fixture.companyId, [planRecord(), large])).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        issues: [{ path: '[1]', code: 'PLAN_TOO_LARGE', message: expect.stringContaining('3 MiB') }],
      });
    });
    await importer.import(fixture.companyId, [{ ...large, actions: actions.slice(0, 40) }]);
    await expect(
      importer.import(fixture.companyId, [{ ...large, actions: actions.slice(40) }]),
    ).rejects.toMatchObject({ issues: [{ path: '[0]', code: 'PLAN_TOO_LARGE' }] });
  });

  it('leaves the documents of a plan and its actions alone when only their times move', async () => {
    const { path, planId } = await fixture.action({ description: description(100) });
    const written = () =>
      fixture.app.sql(
        `SELECT p.document::text AS plan, a.document::text AS action FROM action_plan p, plan_action a
        WHERE p.company_id = $1 AND p.id = $2 AND a.company_id = p.company_id AND a.plan_id = p.id`,
        [fixture.companyId, planId],
      );
    const before = await written();
    const { body: plan } = await fixture.creator.get(`${PLANS}/${planId}`);
    await fixture.creator.post(`${path}/notes`, { content: 'Note' });
    expect(await written()).toEqual(before);
    const { body: after } = await fixture.creator.get(`${PLANS}/${planId}`);
    expect(after.updatedAt > plan.updatedAt).toBe(true);
    expect(after.actions[0].updatedAt).toBe(after.updatedAt);
  });
});

describe('the size of a page of plans', () => {
  let fixture: PlanFixture;
  const PLAN_COUNT = 13;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
    for (let number = 0; number < PLAN_COUNT; number++) {
      const actions = Array.from({ length: 74 }, () => minimalAction({ description: description(20_000) }));
      await fixture.plan({ actions });
    }
  });
  afterAll(() => fixture.stop());

  /** Permits stay taken for a while after large answers, so a request may have to be sent again. */
  const list = (query: string) =>
    eventually(async () => {
      const answer = await fixture.creator.get(`${PLANS}${query}`);
      expect(answer.status).not.toBe(503);
      return answer;
    });

  it('has a limit, which an answer beyond it names', async () => {
    const answer = await list(`?to=${PLAN_COUNT}`);
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'PAGE_TOO_LARGE' } });
    const [, to = ''] = /^must be at most (\d+):/.exec(answer.body.errors[0].message) ?? [];
    expect(answer.body.errors).toEqual([expect.objectContaining({ path: 'to', code: 'PAGE_TOO_LARGE' })]);
    expect(Number(to)).toBeGreaterThanOrEqual(10);
    const largest = await list(`?to=${to}`);
    expect(largest).toMatchObject({ status: 200, body: { total: PLAN_COUNT } });
    expect(largest.body.result).toHaveLength(Number(to));
    expect(await list(`?to=${Number(to) + 1}`)).toMatchObject({ status: 400 });
    const later = await list(`?from=2&to=${PLAN_COUNT}`);
    expect(
      later.status === 200 || Number(/to may be (\d+)/.exec(later.body.detail)?.[1]) === Number(to) + 2,
    ).toBe(true);
  });

  it('is that of whole plans in a filtered list, too', async () => {
    const { body } = await list('?to=1');
    const q = body.result[0].actions[0].title.defaultValue as string;
    expect(await list(`?to=${PLAN_COUNT}&q=${encodeURIComponent(q)}`)).toMatchObject({
      status: 400,
      body: { errorCode: 'PAGE_TOO_LARGE' },
    });
  });

  it('makes no difference to what a page has', async () => {
    const { body: first } = await list('?to=1');
    const title = first.result[0].actions[3].title.defaultValue as string;
    for (const filter of ['', `&q=${encodeURIComponent(title)}`, '&status=PENDING', '&status=COMPLETED']) {
      const whole = await list(`?from=0&to=3${filter}`);
      expect(whole.status).toBe(200);
      const windows = [0, 1, 2].map((from) => list(`?from=${from}&to=${from + 1}${filter}`));
      const alone = (await Promise.all(windows)).map(({ body }) => body);
      expect(whole.body.total).toBe(alone[0].total);
      expect(whole.body.result).toEqual(alone.flatMap(({ result }) => result));
    }
  });

  it('never refuses a page of ten', async () => {
    expect(await list('?from=0&to=10')).toMatchObject({ status: 200 });
    expect(await list('?from=3&to=13')).toMatchObject({ status: 200 });
  });
});
