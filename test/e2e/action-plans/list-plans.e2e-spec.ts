import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import type { ApiClient } from '../../support/api-client.js';
import { actionRecord, minimalAction, planRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';
import { WINDOWS_OF_TWELVE } from '../../support/windows.js';

describe(`GET ${PLANS}`, () => {
  let app: TestApp;
  let companyId: string;
  let manager: ApiClient & { userId: string };

  beforeAll(async () => {
    app = await TestApp.start({ MAX_PAGE_SIZE: '50' });
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    companyId = await app.company();
    manager = await app.user('MANAGER', companyId);
  });

  const put = async (...records: Body[]) => app.app.get(ActionPlanImporter).import(companyId, records);
  const list = async (query = '') => (await manager.get(`${PLANS}${query}`)).body;
  const ids = (records: readonly Body[]) => records.map(({ id }) => id);
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  const texts = (...values: string[]) => {
    const actions = values.map((value) => minimalAction({ title: { defaultValue: value } }));
    return planRecord({ actions });
  };
  const found = async (q: string) => {
    const { result } = await list(`?q=${encodeURIComponent(q)}`);
    return result.flatMap(({ actions }: Body) => (actions as Body[]).map(({ title }) => title as Body));
  };

  it('answers 401 without a credential and 403 without the role', async () => {
    expect((await app.anonymous().get(PLANS)).status).toBe(401);
    for (const role of ['EMPLOYEE', 'PUBLIC'] as const) {
      expect((await (await app.user(role, companyId)).get(PLANS)).status).toBe(403);
    }
  });

  it('answers an empty envelope where there is nothing', async () => {
    expect(await list()).toEqual({ from: 0, to: 10, total: 0, result: [] });
    expect(await list('?q=x&status=PENDING')).toEqual({ from: 0, to: 10, total: 0, result: [] });
  });

  it('shows plans as they are got, newest first, ties by id', async () => {
    const plans = [at(5), at(7), at(5), at(9)].map((createdAt, index) =>
      planRecord({
        id: `${index}`.repeat(24),
        createdAt,
        updatedAt: createdAt,
        actions: [actionRecord({ createdAt: at(0) })],
      }),
    );
    await put(...plans);
    const { total, result } = await list();
    expect([total, ids(result)]).toEqual([4, ['3', '1', '2', '0'].map((digit) => digit.repeat(24))]);
    for (const plan of result) expect((await manager.get(`${PLANS}/${plan.id}`)).body).toEqual(plan);
  });

  it('shows plans of the same millisecond in one order on all pages', async () => {
    await put(...Array.from({ length: 25 }, () => planRecord()));
    const all = ids((await list('?to=25')).result);
    const pages = await Promise.all([0, 10, 20].map((from) => list(`?from=${from}`)));
    expect(pages.flatMap(({ result }) => ids(result as Body[]))).toEqual(all);
    expect(new Set(all).size).toBe(25);
  });

  describe('a window', () => {
    beforeEach(() =>
      put(...Array.from({ length: 12 }, (_, index) => planRecord({ createdAt: at(60 - index) }))),
    );

    it.each([
      ...WINDOWS_OF_TWELVE,
      ['?from=&to=', 0, 10, 10],
      ['?from=2147483647', 2_147_483_647, 2_147_483_657, 0],
      ['?from=2147483640&to=2147483647', 2_147_483_640, 2_147_483_647, 0],
    ])('%s is from %i to %i with %i plans', async (query, from, to, length) => {
      const page = await list(query);
      expect([page.from, page.to, page.total, page.result.length]).toEqual([from, to, 12, length]);
    });
  });

  it('takes an empty filter for none', async () => {
    await put(planRecord());
    const query = '?status=&focusType=&hierarchyId=&assigneeId=&actionType=&q=&overdue=&createdBy=';
    expect((await list(query)).total).toBe(1);
  });

  it('shows with a filter only plans with a matching action, and of those the matching actions', async () => {
    const done = minimalAction({ status: 'COMPLETED' });
    const open = minimalAction({ status: 'PENDING' });
    const mixed = planRecord({ actions: [done, open], createdAt: at(9) });
    await put(mixed, planRecord({ actions: [minimalAction()] }), planRecord());
    const { total, result } = await list('?status=COMPLETED');
    expect([total, ids(result), ids(result[0].actions)]).toEqual([1, [mixed.id], [done.id]]);
    expect(result[0].completionPercent).toBe(50);
    expect((await list()).total).toBe(3);
  });

  it('asks of one action that it satisfies every filter', async () => {
    const plan = planRecord({
      actions: [minimalAction({ status: 'COMPLETED' }), minimalAction({ actionType: 'COMPANY' })],
    });
    await put(plan);
    expect((await list('?status=COMPLETED')).total).toBe(1);
    expect((await list('?actionType=COMPANY')).total).toBe(1);
    expect((await list('?status=COMPLETED&actionType=COMPANY')).total).toBe(0);
  });

  it('matches areas and assignees exactly', async () => {
    const action = minimalAction({
      hierarchyIds: ['area:1', 'b'],
      assigneeStatuses: [{ assigneeId: 'area', status: 'PENDING' }],
    });
    await put(planRecord({ actions: [action] }));
    const total = async (query: string) => (await list(query)).total;
    expect(await total('?hierarchyId=area:1')).toBe(1);
    expect(await total('?hierarchyId=area')).toBe(0);
    expect(await total('?hierarchyId=AREA:1')).toBe(0);
    expect(await total('?assigneeId=area')).toBe(1);
    expect(await total('?assigneeId=b')).toBe(0);
  });

  it('finds texts in any case, in every language, in title and description', async () => {
    const action = minimalAction({
      title: { defaultValue: 'One', langValues: { fr: 'Équipe' } },
      description: { defaultValue: 'Two', langValues: { de: 'STRAẞE' } },
    });
    await put(planRecord({ actions: [action] }));
    for (const q of ['one', 'TWO', 'éQUIPE', 'É', 'straße', 'quip', 'w']) {
      expect([q, (await list(`?q=${encodeURIComponent(q)}`)).total]).toEqual([q, 1]);
    }
  });

  it('takes every character for itself', async () => {
    await put(texts('100% sure', 'snake_case', String.raw`back\slash`, "it's", 'plain'));
    expect(await found('%')).toMatchObject([{ defaultValue: '100% sure' }]);
    expect(await found('_')).toMatchObject([{ defaultValue: 'snake_case' }]);
    expect(await found('\\')).toMatchObject([{ defaultValue: String.raw`back\slash` }]);
    expect(await found("'")).toMatchObject([{ defaultValue: "it's" }]);
    expect(await found('e_c')).toHaveLength(1);
    expect(await found('e%c')).toHaveLength(0);
  });

  it.each([
    ['snake_case', 'snakeXcase'],
    ['100%sure', '100 is sure'],
    [String.raw`back\slash`, 'backslash'],
    [String.raw`word\%`, 'word%'],
  ])('takes every character of %s for itself, which is more than a word', async (text, alike) => {
    await put(texts(text, alike));
    expect(await found(text)).toMatchObject([{ defaultValue: text }]);
  });

  it('folds a part of a word like the whole', async () => {
    await put(texts('ΟΔΟΣΑ', 'İstanbul'));
    expect(await found('ΟΔΟΣ')).toHaveLength(1);
    expect(await found('Σ')).toHaveLength(1);
    expect(await found('İST')).toHaveLength(1);
  });

  it('does not find a text that runs from one language or property into the next', async () => {
    const title = { defaultValue: 'ab', langValues: { de: 'cd' } };
    await put(planRecord({ actions: [minimalAction({ title, description: { defaultValue: 'ef' } })] }));
    for (const q of ['bc', 'de', 'b c', 'abcd']) expect((await list(`?q=${q}`)).total).toBe(0);
  });

  it.each([
    ['from=-1', 'from', 'OUT_OF_RANGE'],
    ['from=2147483648', 'from', 'OUT_OF_RANGE'],
    ['from=0x10', 'from', 'WRONG_TYPE'],
    ['from=1e3', 'from', 'WRONG_TYPE'],
    ['to=12abc', 'to', 'WRONG_TYPE'],
    ['to=%201', 'to', 'WRONG_TYPE'],
    ['to=1.0', 'to', 'WRONG_TYPE'],
    ['from=5&to=4', 'to', 'OUT_OF_RANGE'],
    ['to=51', 'to', 'PAGE_TOO_LARGE'],
    ['from=1&from=1', 'from', 'REPEATED'],
    ['status=DONE', 'status', 'NOT_ALLOWED'],
    ['status=pending', 'status', 'NOT_ALLOWED'],
    ['focusType=X', 'focusType', 'NOT_ALLOWED'],
    ['actionType=PENDING', 'actionType', 'NOT_ALLOWED'],
    ['status=PENDING&status=PENDING', 'status', 'REPEATED'],
    ['q=a%00', 'q', 'NUL_CHARACTER'],
    ['q=a%0Ab', 'q', 'CONTROL_CHARACTER'],
    [`q=${'x'.repeat(256)}`, 'q', 'TOO_LONG'],
    ['hierarchyId=%1B', 'hierarchyId', 'CONTROL_CHARACTER'],
    [`assigneeId=${'x'.repeat(256)}`, 'assigneeId', 'TOO_LONG'],
    ['overdue=yes', 'overdue', 'NOT_ALLOWED'],
    ['overdue=1', 'overdue', 'NOT_ALLOWED'],
    ['overdue=true&overdue=true', 'overdue', 'REPEATED'],
    ['createdBy=a&createdBy=b', 'createdBy', 'REPEATED'],
    ['createdBy=a%00', 'createdBy', 'NUL_CHARACTER'],
    [`createdBy=${'x'.repeat(256)}`, 'createdBy', 'TOO_LONG'],
  ])('answers 400 to %s and names %s', async (query, path, code) => {
    const { status, body } = await manager.get(`${PLANS}?${query}`);
    expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors).toEqual([{ path, code, message: expect.any(String) }]);
  });

  it('names every issue of a query at once, with the values that are allowed', async () => {
    const { body } = await manager.get(`${PLANS}?from=x&status=y&q=%00`);
    expect(body.errors).toEqual([
      { path: 'from', code: 'WRONG_TYPE', message: 'must be an integer' },
      {
        path: 'status',
        code: 'NOT_ALLOWED',
        message: 'must be one of PENDING, IN_PROGRESS, COMPLETED, CANCELLED, EXPIRED',
      },
      { path: 'q', code: 'NUL_CHARACTER', message: 'must not contain the NUL character' },
    ]);
  });
});
