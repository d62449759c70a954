import { ACTION_STATUSES, ActionPlanImporter } from '../../../src/action-plans/index.js';
import type { ApiClient } from '../../support/api-client.js';
import { minimalAction, planRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

const DAY_MS = 86_400_000;

describe(`GET ${PLANS} with`, () => {
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

  const put = async (...records: Body[]) => app.app.get(ActionPlanImporter).import(companyId, records);
  const list = async (query = '') => (await manager.get(`${PLANS}${query}`)).body;
  const ids = (records: readonly Body[]) => records.map(({ id }) => id);
  const due = (dueDate: string, overrides: Body = {}) => minimalAction({ dueDate, ...overrides });

  describe('overdue=true', () => {
    const moment = (fromNow: number) => new Date(Date.now() + fromNow).toISOString();
    const day = (fromNow: number) => moment(fromNow).slice(0, 10);
    const overdue = async (query = '') => {
      const { total, result } = await list(`?overdue=true${query}`);
      return { total, actions: result.flatMap(({ actions }: Body) => ids(actions as Body[])) as string[] };
    };

    it('finds actions that are due at a time in the past, or on a day that is over', async () => {
      const past = [due(moment(-1_000)), due(day(-DAY_MS)), due('2020-02-29')];
      // Today, or tomorrow if midnight is near and may pass during the test.
      const notYet = [due(moment(60_000)), due(day(60_000)), due('2190-01-01'), minimalAction()];
      await put(...[...past, ...notYet].map((action) => planRecord({ actions: [action] })));
      const { total, actions } = await overdue();
      expect([total, actions.sort()]).toEqual([3, ids(past).sort()]);
    });

    it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
      'counts the days of %s, as the summary does',
      async (timeZone) => {
        await app.sql('UPDATE company SET time_zone = $2 WHERE id = $1', [companyId, timeZone]);
        const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
        const [over, still] = [-DAY_MS, 0].map((days) =>
          due(new Date(Date.parse(today) + days).toISOString().slice(0, 10)),
        );
        await put(planRecord({ actions: [over!, still!] }));
        expect(await overdue()).toEqual({ total: 1, actions: [over!.id] });
        const [{ overdueCount }] = (await list('?view=summary')).result;
        const { body } = await manager.get(`${PLANS}/summary`);
        expect([overdueCount, body.overdue]).toEqual([1, 1]);
      },
    );

    it('finds actions of every status but COMPLETED and CANCELLED', async () => {
      const actions = ACTION_STATUSES.map((status) => due('2020-02-29T12:00:00.000Z', { status }));
      await put(planRecord({ actions }));
      const open = actions.filter(({ status }) => !['COMPLETED', 'CANCELLED'].includes(status as string));
      expect((await overdue()).actions.sort()).toEqual(ids(open).sort());
      expect(open).toHaveLength(3);
    });

    it('asks of one action that it also satisfies the other filters', async () => {
      const late = due('2020-02-29', { title: { defaultValue: 'Late' }, hierarchyIds: ['north'] });
      const other = minimalAction({
        title: { defaultValue: 'Other' },
        status: 'EXPIRED',
        hierarchyIds: ['south'],
      });
      await put(planRecord({ actions: [late, other] }));
      for (const query of ['&q=late', '&status=PENDING', '&hierarchyId=north', '&status=PENDING&q=late'])
        expect([query, await overdue(query)]).toEqual([query, { total: 1, actions: [late.id] }]);
      for (const query of ['&q=other', '&status=EXPIRED', '&hierarchyId=south', '&status=EXPIRED&q=other'])
        expect([query, await overdue(query)]).toEqual([query, { total: 0, actions: [] }]);
    });

    it('follows an import that changes the status or the due date', async () => {
      const action = due('2020-02-29');
      const plan = planRecord({ actions: [action] });
      const totals: number[] = [];
      for (const change of [
        {},
        { status: 'COMPLETED' },
        {},
        { dueDate: '2190-01-01' },
        { dueDate: '2020-01-01' },
      ]) {
        await put({ ...plan, actions: [{ ...action, ...change }] });
        totals.push((await overdue()).total);
      }
      expect(totals).toEqual([1, 0, 1, 0, 1]);
    });

    it('lists everything when it is false, and takes any case', async () => {
      await put(planRecord({ actions: [due('2020-02-29'), due('2190-01-01')] }), planRecord());
      expect(await list('?overdue=false')).toEqual(await list());
      expect((await list('?overdue=FALSE')).total).toBe(2);
      expect((await list('?overdue=True')).total).toBe(1);
    });
  });

  describe('createdBy', () => {
    it('shows the plans of the creator with all their actions, exactly counted', async () => {
      const actions = [minimalAction({ status: 'COMPLETED' }), minimalAction()];
      const own = Array.from({ length: 12 }, (_, index) =>
        planRecord({
          createdBy: 'Ann',
          createdAt: `2026-01-${31 - index}T00:00:00.000Z`,
          ...(index === 0 && { actions }),
        }),
      );
      await put(...own, planRecord({ createdBy: 'Bob' }), planRecord());
      const { total, result } = await list('?createdBy=Ann');
      expect([total, ids(result)]).toEqual([12, ids(own.slice(0, 10))]);
      expect(ids(result[0].actions).sort()).toEqual(ids(actions).sort());
      expect(ids((await list('?createdBy=Ann&from=10')).result)).toEqual(ids(own.slice(10)));
    });

    it('matches nobody who is unknown or written differently', async () => {
      await put(planRecord({ createdBy: 'Ann' }), planRecord());
      for (const creator of ['ann', 'An', 'Ann2', 'null'])
        expect(await list(`?createdBy=${creator}`)).toEqual({ from: 0, to: 10, total: 0, result: [] });
    });

    it('does not match the creator of an action', async () => {
      await put(planRecord({ createdBy: 'Ann', actions: [minimalAction({ createdBy: 'Bob' })] }));
      expect((await list('?createdBy=Bob')).total).toBe(0);
    });

    it('shows with filters on actions the matching actions of the plans of the creator', async () => {
      const late = () => due('2020-02-29', { title: { defaultValue: 'Late' } });
      const found = late();
      const own = planRecord({ createdBy: 'Ann', actions: [found, minimalAction({ status: 'COMPLETED' })] });
      await put(own, planRecord({ createdBy: 'Ann' }), planRecord({ createdBy: 'Bob', actions: [late()] }));
      for (const query of [
        'overdue=true',
        'q=late',
        'status=PENDING',
        'overdue=true&q=late&status=PENDING',
      ]) {
        const { total, result } = await list(`?createdBy=Ann&${query}`);
        expect([total, ids(result), ids(result[0].actions)]).toEqual([1, [own.id], [found.id]]);
      }
    });

    it('does not show private plans of others, not even to an admin', async () => {
      const admin = await app.user('ADMIN', companyId);
      const plan = (visibility: string) =>
        planRecord({
          createdBy: manager.userId,
          visibility,
          actions: [due('2020-02-29')],
        });
      await put(plan('PRIVATE'), plan('PUBLIC'));
      for (const query of [
        `?createdBy=${manager.userId}`,
        `?createdBy=${manager.userId}&overdue=true`,
        '?overdue=true',
      ]) {
        expect((await list(query)).total).toBe(2);
        const { body } = await admin.get(`${PLANS}${query}`);
        expect([body.total, body.result.map(({ visibility }: Body) => visibility)]).toEqual([1, ['PUBLIC']]);
      }
    });

    it('does not show plans of other companies', async () => {
      await put(planRecord({ createdBy: 'Ann', actions: [due('2020-02-29')] }));
      const stranger = await app.user('MANAGER', await app.company());
      for (const query of ['?createdBy=Ann', '?overdue=true'])
        expect((await stranger.get(`${PLANS}${query}`)).body.total).toBe(0);
    });

    it('follows an import that changes the creator', async () => {
      const plan = planRecord({ createdBy: 'Ann' });
      await put(plan);
      await put({ ...plan, createdBy: 'Bob' });
      expect((await list('?createdBy=Ann')).total).toBe(0);
      expect((await list('?createdBy=Bob')).total).toBe(1);
    });
  });
});
