import { planRecords } from '../data/plans.js';
import { copyCompany, PLAN_TABLES, settle } from '../data/tables.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';

const PATH = '/api/v1/company/action-plans';
/** 50,000 actions in the company. */
const PLANS = 10_000;
const OTHER_COMPANIES = 9;
const PAGE_SIZE = 10;
/** Of the 9,500 plans that the caller reads. */
const DEEP = 9_000;
const MAX_RATIO = 3;
const MAX_SEARCH_MS = 50;

const ORDERS = ['-createdAt', '-updatedAt', 'title'];
const SEARCHES = ['week 77', 'mejor 99', 'spring', 'no such text'];

/** Deep pages in each order against the first page, texts of plans, and plans in short. */
export const planOrders: Bench = {
  name: 'plan-orders',
  summary: `GET ${PATH} in each order, with planText and view=summary, of 10,000 plans`,
  // One connection, so that the time is that of a page alone.
  effort: { connections: 1, seconds: 1, rounds: 7 },

  async run(stage, effort) {
    const { companyId, userId, session } = await createCompany(stage.service);
    await importLines(stage.service, companyId, 'plan', planRecords(PLANS, userId));
    await copyCompany(stage.service, companyId, OTHER_COMPANIES, PLAN_TABLES);
    await settle(stage.service);
    const target = (name: string, query: Readonly<Record<string, string>>): Target => {
      const url = `${stage.service.baseUrl}${PATH}?${new URLSearchParams(query).toString()}`;
      return { name, url, headers: session };
    };
    const deep = { from: String(DEEP), to: String(DEEP + PAGE_SIZE) };
    const first = target('first page', {});
    const orders = ORDERS.map((sort) => target(`sort=${sort}, at ${DEEP}`, { sort, ...deep }));
    const summary = target('view=summary', { view: 'summary' });
    const summaries = ORDERS.map((sort) =>
      target(`view=summary&sort=${sort}, at ${DEEP}`, { view: 'summary', sort, ...deep }),
    );
    const searches = SEARCHES.map((planText) => target(`planText=${planText}`, { planText }));
    const whole = target('100 plans', { to: '100' });
    const short = target('view=summary, 100 plans', { view: 'summary', to: '100' });
    for (const one of [first, whole, short, summary, ...orders, ...summaries]) await expectPlans(one);

    const all = [first, ...orders, summary, ...summaries, ...searches, whole, short];
    const turns = await drive(stage.driver, all, effort);
    const sizes = await Promise.all([whole, short].map(async (one) => Buffer.byteLength(await bodyOf(one))));
    return {
      notes: [
        `${PLANS} plans with five actions each; ${OTHER_COMPANIES} more companies.`,
        `100 plans have ${sizes[0]} bytes, their summaries ${sizes[1]}.`,
      ],
      rows: turns.rows,
      goals: [
        ...orders.map((one) => turns.ratioGoal('p50', one, first, { atMost: MAX_RATIO })),
        ...summaries.map((one) => turns.ratioGoal('p50', one, summary, { atMost: MAX_RATIO })),
        turns.ratioGoal('p50', summary, first, { atMost: 1 }),
        turns.ratioGoal('p50', short, whole, { atMost: 1 }),
        ...searches.map((one) => turns.goal('p50', one, { atMost: MAX_SEARCH_MS })),
      ],
    };
  },
};

/** A page past the end would be fast. */
async function expectPlans(target: Target): Promise<void> {
  const { result } = JSON.parse(await bodyOf(target)) as { result: readonly unknown[] };
  if (result.length < PAGE_SIZE) throw new Error(`${target.name} has ${result.length} plans`);
}
