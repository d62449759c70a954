import { ActionPlanImporter } from '../../../src/action-plans/index.js';
import { newId } from '../../../src/shared-kernel/id.js';
import type { ApiClient } from '../../support/api-client.js';
import { minimalAction, planRecord, PLANS, type Body } from '../../support/builders/plan.js';
import { TestApp } from '../../support/test-app.js';

describe(`GET ${PLANS} with sort`, () => {
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
  const list = async (query: string) => (await manager.get(`${PLANS}?${query}`)).body;
  const ids = async (query: string) => ((await list(query)).result as Body[]).map(({ id }) => id);
  const titles = async (query: string) =>
    ((await list(query)).result as { title: Body }[]).map(({ title }) => title['defaultValue']);
  const titled = (defaultValue: string, overrides: Body = {}) =>
    planRecord({ title: { defaultValue }, ...overrides });

  it('lists as without it by -createdAt', async () => {
    await put(...[3, 1, 2].map((day) => planRecord({ createdAt: `2026-01-0${day}T00:00:00.000Z` })));
    for (const query of ['', 'view=summary&']) {
      expect(await list(`${query}sort=-createdAt`)).toEqual(await list(query));
      expect(await list(`${query}sort=`)).toEqual(await list(query));
    }
  });

  it('shows the last changed first by -updatedAt, ties by id, descending', async () => {
    const at = (day: number) => `2026-02-0${day}T00:00:00.000Z`;
    const [a, b, c, d] = Array.from({ length: 4 }, () => newId()).sort();
    await put(
      planRecord({ id: a, updatedAt: at(2), createdAt: at(1) }),
      planRecord({ id: b, updatedAt: at(1), createdAt: at(1) }),
      planRecord({ id: c, updatedAt: at(2), createdAt: at(1) }),
      planRecord({ id: d, updatedAt: at(3), createdAt: at(1) }),
    );
    expect(await ids('sort=-updatedAt')).toEqual([d, c, a, b]);
  });

  it('shows a plan first by -updatedAt after a change of it, of an action and of a note', async () => {
    const { body: first } = await manager.post(PLANS, { title: { defaultValue: 'First' } });
    const { body: second } = await manager.post(PLANS, { title: { defaultValue: 'Second' } });
    const top = async () => (await ids('sort=-updatedAt'))[0];
    const path = (plan: Body) => `${PLANS}/${plan['id'] as string}`;
    expect(await top()).toBe(second.id);
    await manager.patch(path(first), { description: { defaultValue: 'x' } });
    expect(await top()).toBe(first.id);
    const { body: action } = await manager.post(`${path(second)}/actions`, { title: { defaultValue: 'x' } });
    expect(await top()).toBe(second.id);
    await manager.patch(path(first), { description: { defaultValue: 'y' } });
    await manager.post(`${path(second)}/actions/${action.id}/notes`, { content: 'x' });
    expect(await top()).toBe(second.id);
  });

  it('orders titles as names: case and accents last, ties by id', async () => {
    const words = ['zebra', 'Apple', 'épée', 'apple', 'Eclair', '10 days', 'Ärger', 'ähnlich', 'ﬁn', 'Zulu'];
    await put(...words.map((word) => titled(word)));
    const expected = [
      '10 days',
      'ähnlich',
      'apple',
      'Apple',
      'Ärger',
      'Eclair',
      'épée',
      'ﬁn',
      'zebra',
      'Zulu',
    ];
    expect(await titles('sort=title')).toEqual(expected);
    const [a, b] = [newId(), newId()].sort();
    await put(titled('Same', { id: b }), titled('Same', { id: a }));
    expect((await ids('sort=title&planText=same')).slice(0, 2)).toEqual([a, b]);
  });

  it('follows a new title, by PATCH and by an import', async () => {
    const { body: plan } = await manager.post(PLANS, { title: { defaultValue: 'B' } });
    const other = titled('C');
    await put(other);
    expect(await titles('sort=title')).toEqual(['B', 'C']);
    await manager.patch(`${PLANS}/${plan.id}`, { title: { defaultValue: 'D' } });
    expect(await titles('sort=title')).toEqual(['C', 'D']);
    await put({ ...other, title: { defaultValue: 'E' } });
    expect(await titles('sort=title')).toEqual(['D', 'E']);
  });

  it.each(['-createdAt', '-updatedAt', 'title'])('shows every plan once on the pages by %s', async (sort) => {
    const same = Array.from({ length: 7 }, () => titled('Same'));
    const others = Array.from({ length: 6 }, (_, index) =>
      titled(`Plan ${index}`, {
        createdAt: `2026-01-0${index + 1}T00:00:00.000Z`,
        updatedAt: `2026-03-0${index + 1}T00:00:00.000Z`,
        actions: [minimalAction({ status: index % 2 === 0 ? 'COMPLETED' : 'PENDING' })],
      }),
    );
    await put(...same, ...others);
    for (const filter of [
      '',
      '&view=summary',
      '&planText=plan',
      '&status=PENDING',
      '&status=PENDING&planText=plan',
    ]) {
      const all = await ids(`to=100&sort=${sort}${filter}`);
      const pages = [];
      for (let from = 0; from < all.length; from += 2)
        pages.push(...(await ids(`from=${from}&to=${from + 2}&sort=${sort}${filter}`)));
      expect([filter, pages]).toEqual([filter, all]);
      expect(new Set(all).size).toBe((await list(`sort=${sort}${filter}`)).total);
    }
  });

  it('keeps the order on a page that is read in parts', async () => {
    const description = { defaultValue: 'é'.repeat(20_000) };
    const actions = () => Array.from({ length: 40 }, () => minimalAction({ description }));
    await put(...['C', 'A', 'D', 'B'].map((title) => titled(title, { actions: actions() })));
    expect(await titles('sort=title')).toEqual(['A', 'B', 'C', 'D']);
    expect(await titles('sort=title&planText=d')).toEqual(['D']);
  });

  it('shows no private plan of others, nor lets it count', async () => {
    const other = await app.user('ADMIN', companyId);
    await put(titled('Mine', { visibility: 'PRIVATE', createdBy: manager.userId }), titled('Open'));
    for (const sort of ['-updatedAt', 'title', '-createdAt'])
      for (const view of ['', '&view=summary']) {
        const { body, headers } = await other.get(`${PLANS}?to=1&sort=${sort}${view}`);
        expect([body.total, body.result.length, headers.get('x-total-count')]).toEqual([1, 1, '1']);
        expect(headers.get('link')).not.toContain('next');
        expect((await list(`sort=${sort}${view}`)).total).toBe(2);
      }
  });

  it.each([
    ['sort=createdAt', 'sort', 'NOT_ALLOWED'],
    ['sort=-title', 'sort', 'NOT_ALLOWED'],
    ['sort=Title', 'sort', 'NOT_ALLOWED'],
    ['sort=title&sort=title', 'sort', 'REPEATED'],
    ['view=full', 'view', 'NOT_ALLOWED'],
    ['planText=a%00', 'planText', 'NUL_CHARACTER'],
    [`planText=${'x'.repeat(256)}`, 'planText', 'TOO_LONG'],
  ])('answers 400 to %s and names %s', async (query, path, code) => {
    const { status, body } = await manager.get(`${PLANS}?${query}`);
    expect([status, body.errors]).toEqual([400, [{ path, code, message: expect.any(String) }]]);
  });
});
