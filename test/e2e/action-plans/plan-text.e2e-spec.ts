import { DeletedPlansService } from '../../../src/action-plans/index.js';
import { ActionPlansService } from '../../../src/action-plans/application/action-plans.service.js';
import { minimalAction, PLANS, type Body } from '../../support/builders/plan.js';
import { PlanFixture, type Caller } from '../../support/plan-fixture.js';

describe(`GET ${PLANS} with planText`, () => {
  let fixture: PlanFixture;
  let creator: Caller;

  beforeAll(async () => {
    fixture = await PlanFixture.start();
    ({ creator } = fixture);
  });
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.app.sql('DELETE FROM action_plan'));

  const list = async (planText: string, query = '', caller = creator) =>
    (await caller.get(`${PLANS}?planText=${encodeURIComponent(planText)}${query}`)).body;
  const found = async (planText: string, query = '', caller = creator) =>
    ((await list(planText, query, caller)).result as Body[]).map(({ id }) => id).sort();
  const titled = (defaultValue: string) => fixture.plan({ title: { defaultValue } });

  it('finds texts in any case, in every language, in title and description', async () => {
    const id = await fixture.plan({
      title: { defaultValue: 'One', langValues: { fr: 'Équipe' } },
      description: { defaultValue: 'Two\nthree', langValues: { de: 'STRAẞE', el: 'ΟΔΟΣΑ' } },
    });
    await titled('Nothing of it');
    for (const text of ['one', 'TWO', 'éQUIPE', 'E\u0301', 'straße', 'STRASSE', 'quip', 'w', 'ΟΔΟΣ', 'hree'])
      expect([text, await found(text)]).toEqual([
        text,
        text === 'w' || text === 'one' ? expect.arrayContaining([id]) : [id],
      ]);
    for (const text of ['oneéquipe', 'one équipe', 'equipe', 'onetwo']) expect(await found(text)).toEqual([]);
  });

  it('takes every character for itself', async () => {
    const byText: Record<string, string> = {};
    for (const text of ['100%', 'a_b', String.raw`c\d`, "it's", 'plain x']) byText[text] = await titled(text);
    for (const [text, id] of Object.entries(byText)) expect([text, await found(text)]).toEqual([text, [id]]);
    for (const [character, text] of [
      ['%', '100%'],
      ['_', 'a_b'],
      ['\\', String.raw`c\d`],
      ["'", "it's"],
    ])
      expect([character, await found(character!)]).toEqual([character, [byText[text!]]]);
  });

  it('does not look into actions, and leaves them whole', async () => {
    const actions = [
      minimalAction({ title: { defaultValue: 'needle' }, status: 'COMPLETED' }),
      minimalAction({ title: { defaultValue: 'hay' } }),
    ];
    const inPlan = await fixture.plan({ title: { defaultValue: 'A needle' }, actions });
    await fixture.plan({ actions: [minimalAction({ title: { defaultValue: 'needle' } })] });
    const { total, result } = await list('needle');
    expect([total, result[0].id, result[0].actions.length]).toEqual([1, inPlan, 2]);
    expect(result[0]).toEqual((await creator.get(`${PLANS}/${inPlan}`)).body);
  });

  it('applies together with filters on actions and the creator', async () => {
    const actions = () => [
      minimalAction({ title: { defaultValue: 'open' }, dueDate: '2020-01-01' }),
      minimalAction({ title: { defaultValue: 'done' }, status: 'COMPLETED' }),
    ];
    const title = { defaultValue: 'Needle' };
    const wanted = await fixture.plan({ title, actions: actions() });
    const others = await fixture.plan({ title, actions: actions(), createdBy: fixture.manager.userId });
    await fixture.plan({ actions: actions() });
    await fixture.plan({ title });
    const by = `&createdBy=${creator.userId}`;
    for (const query of [
      '&q=open',
      '&status=PENDING',
      '&overdue=true',
      '&q=open&overdue=true&status=PENDING',
    ]) {
      expect([query, await found('needle', query)]).toEqual([query, [wanted, others].sort()]);
      const { total, result } = await list('needle', query + by);
      expect([query, total, result[0].id]).toEqual([query, 1, wanted]);
      expect(result[0].actions).toMatchObject([{ title: { defaultValue: 'open' } }]);
    }
    expect(await found('nothing', '&status=PENDING')).toEqual([]);
  });

  it('follows creation, PATCH, imports, removal and restoration', async () => {
    const { body: plan } = await creator.post(PLANS, {
      title: { defaultValue: 'Alpha' },
      description: { defaultValue: 'beta' },
      visibility: 'PUBLIC',
    });
    const path = `${PLANS}/${plan.id}`;
    expect([await found('alpha'), await found('BETA')]).toEqual([[plan.id], [plan.id]]);
    await creator.patch(path, { title: { defaultValue: 'Gamma' } });
    expect([await found('alpha'), await found('gamma'), await found('beta')]).toEqual([
      [],
      [plan.id],
      [plan.id],
    ]);
    await creator.post(`${path}/actions`, { title: { defaultValue: 'x' } });
    expect(await found('gamma')).toEqual([plan.id]);
    await fixture.plan({ id: plan.id, title: { defaultValue: 'Delta' } });
    expect([await found('gamma'), await found('delta')]).toEqual([[], [plan.id]]);
    await creator.delete(path);
    expect(await found('delta')).toEqual([]);
    expect(await fixture.app.sql('SELECT * FROM plan_text WHERE plan_id = $1', [plan.id])).toEqual([]);
    await fixture.app.app.get(DeletedPlansService, { strict: false }).restore(plan.id);
    expect(await found('delta')).toEqual([plan.id]);
    await fixture.app.app
      .get(ActionPlansService, { strict: false })
      .transfer(fixture.companyId, plan.id, fixture.admin.userId);
    expect(await found('delta')).toEqual([plan.id]);
  });

  it('finds no private plan of others, and nothing of other companies', async () => {
    const title = { defaultValue: 'Secret' };
    const own = await fixture.plan({ title, visibility: 'PRIVATE' });
    const open = await fixture.plan({ title });
    expect(await found('secret')).toEqual([own, open].sort());
    for (const caller of [fixture.manager, fixture.admin]) {
      expect(await found('secret', '', caller)).toEqual([open]);
      expect((await list('secret', '', caller)).total).toBe(1);
      expect((await list('secret', '&view=summary', caller)).total).toBe(1);
    }
    expect(await list('secret', '', fixture.stranger)).toMatchObject({ total: 0, result: [] });
  });
});
