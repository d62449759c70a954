import { ACTION_STATUSES } from '../../../src/action-plans/index.js';
import { actionRecord, minimalAction, noteRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';

const PAST = '2020-02-29T12:00:00.000Z';

describe(`GET ${PLANS} with view=summary`, () => {
  let fixture: PlanFixture;
  let creator: Caller;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
    ({ creator } = fixture);
  });
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.app.sql('DELETE FROM action_plan'));

  const list = async (query = '', caller = creator) =>
    (await caller.get(`${PLANS}?view=summary${query}`)).body;
  const countsOf = ({ actionCount, completedCount, overdueCount, completionPercent }: Body) => [
    actionCount,
    completedCount,
    overdueCount,
    completionPercent,
  ];

  it('shows plans as they are got, with numbers in place of actions', async () => {
    const actions = [actionRecord({ notes: [noteRecord()] }), minimalAction({ status: 'COMPLETED' })];
    const ids = [await fixture.plan({ actions, description: { defaultValue: 'Why' } }), await fixture.plan()];
    const { from, to, total, result } = await list();
    expect([from, to, total, result.length]).toEqual([0, 10, 2, 2]);
    for (const id of ids) {
      const { actions: shown, ...plan } = (await creator.get(`${PLANS}/${id}`)).body;
      const summary = (result as Body[]).find((each) => each['id'] === id)!;
      const completedCount = shown.filter(({ status }: Body) => status === 'COMPLETED').length;
      const counts = { actionCount: shown.length, completedCount, overdueCount: expect.any(Number) };
      expect(summary).toEqual({ ...plan, ...counts });
    }
  });

  it('answers an empty envelope where there is nothing', async () => {
    expect(await list()).toEqual({ from: 0, to: 10, total: 0, result: [] });
    await fixture.plan();
    expect(await list('&from=5')).toEqual({ from: 5, to: 10, total: 1, result: [] });
    expect(await list('&from=0&to=0')).toEqual({ from: 0, to: 0, total: 1, result: [] });
  });

  it('counts no actions of an empty plan', async () => {
    await fixture.plan();
    expect(countsOf((await list()).result[0])).toEqual([0, 0, 0, 0]);
  });

  it('counts as overdue what the filter finds, of every status', async () => {
    const actions = [
      ...ACTION_STATUSES.map((status) => minimalAction({ status, dueDate: PAST })),
      minimalAction({ dueDate: '2190-01-01' }),
      minimalAction(),
    ];
    await fixture.plan({ actions });
    const [plan] = (await creator.get(`${PLANS}?overdue=true`)).body.result;
    const statuses = (plan.actions as Body[]).map(({ status }) => status).sort();
    expect(statuses).toEqual(['EXPIRED', 'IN_PROGRESS', 'PENDING']);
    expect(countsOf((await list()).result[0])).toEqual([7, 1, 3, 14]);
  });

  it('counts all actions of the plans that filters choose', async () => {
    const actions = [
      minimalAction({ status: 'COMPLETED', hierarchyIds: ['north'] }),
      minimalAction({ dueDate: PAST, title: { defaultValue: 'Late' } }),
      minimalAction({ actionType: 'COMPANY' }),
    ];
    const id = await fixture.plan({ actions, title: { defaultValue: 'Needle' } });
    await fixture.plan({ actions: [minimalAction({ status: 'CANCELLED' })] });
    const by = `createdBy=${creator.userId}`;
    for (const query of [
      'status=COMPLETED',
      'hierarchyId=north',
      'q=late',
      'overdue=true',
      'planText=needle',
      `status=PENDING&q=late&overdue=true&planText=needle&${by}`,
    ]) {
      const { total, result } = await list(`&${query}`);
      expect([query, total, result[0].id, countsOf(result[0])]).toEqual([query, 1, id, [3, 1, 1, 33]]);
    }
    expect((await list(`&${by}`)).total).toBe(2);
    expect((await list('&status=COMPLETED&actionType=COMPANY')).total).toBe(0);
  });

  it('follows changes of actions', async () => {
    const { path, planId } = await fixture.action({ dueDate: PAST });
    const counts = async () => countsOf((await list()).result[0]);
    expect(await counts()).toEqual([1, 0, 1, 0]);
    await creator.patch(path, { status: 'COMPLETED' });
    expect(await counts()).toEqual([1, 1, 0, 100]);
    await creator.post(`${PLANS}/${planId}/actions`, { title: { defaultValue: 'x' } });
    expect(await counts()).toEqual([2, 1, 0, 50]);
    await creator.delete(path);
    expect(await counts()).toEqual([1, 0, 0, 0]);
  });

  it('is tagged, and the tag moves when a number does', async () => {
    const { path } = await fixture.action();
    const { headers } = await creator.get(`${PLANS}?view=summary`);
    const known = { headers: { 'If-None-Match': headers.get('etag')! } };
    expect((await creator.get(`${PLANS}?view=summary`, known)).status).toBe(304);
    await creator.patch(path, { status: 'COMPLETED' });
    expect((await creator.get(`${PLANS}?view=summary`, known)).status).toBe(200);
  });

  it('is not bound by the size of whole plans', async () => {
    const description = { defaultValue: 'é'.repeat(20_000) };
    const actions = () => Array.from({ length: 70 }, () => minimalAction({ description }));
    for (let number = 0; number < 12; number++) await fixture.plan({ actions: actions() });
    expect((await creator.get(`${PLANS}?to=12`)).body.errorCode).toBe('PAGE_TOO_LARGE');
    const { status, text, headers } = await creator.get(`${PLANS}?to=12&view=summary`);
    expect([status, headers.get('etag')]).toEqual([200, expect.any(String)]);
    expect(text.length).toBeLessThan(10_000);
  });

  it('has parts where descriptions are large, and is refused beyond 32 MiB of them', async () => {
    const texts = Object.fromEntries(['de', 'es'].map((tag) => [tag, 'x'.repeat(20_000)]));
    const description = { defaultValue: 'x'.repeat(20_000), langValues: texts };
    const ids = [];
    for (let number = 0; number < 80; number++)
      ids.push(await fixture.plan({ description, title: { defaultValue: `Plan ${number + 100}` } }));
    const { status, headers, body } = await creator.get(`${PLANS}?to=80&view=summary&sort=title`);
    expect([status, headers.get('etag'), headers.get('x-total-count')]).toEqual([200, null, '80']);
    expect(body.result.map(({ id }: Body) => id)).toEqual(ids);
    const filtered = (await list('&to=80&sort=title&planText=plan%201')).result as Body[];
    expect(filtered).toEqual(body.result);
    await fixture.app
      .sql(`UPDATE action_plan SET document = (document::jsonb || jsonb_build_object('description',
      jsonb_build_object('defaultValue', repeat('x', 500000), 'valid', true)))::json`);
    const refused = await creator.get(`${PLANS}?to=80&view=summary`);
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'PAGE_TOO_LARGE']);
  });

  it('shows only what the caller reads', async () => {
    await fixture.plan({ visibility: 'PRIVATE', actions: [minimalAction()] });
    const open = await fixture.plan({ actions: [minimalAction()] });
    expect((await list()).total).toBe(2);
    for (const caller of [fixture.manager, fixture.admin]) {
      const { total, result } = await list('', caller);
      expect([total, result.map(({ id }: Body) => id)]).toEqual([1, [open]]);
    }
    expect((await list('', fixture.stranger)).total).toBe(0);
    expect((await fixture.app.anonymous().get(`${PLANS}?view=summary`)).status).toBe(401);
    const employee = await fixture.app.user('EMPLOYEE', fixture.companyId);
    expect((await employee.get(`${PLANS}?view=summary`)).status).toBe(403);
  });
});
