import { fillPlans, KNOWN, readerOf, type PlanVolume } from '../data/plans.js';
import { answerOf } from '../harness/answer.js';
import type { LoadBench } from '../harness/bench.js';
import { Database } from '../harness/database.js';
import type { Service } from '../harness/service.js';
import type { Target } from '../harness/target.js';

const PATH = '/api/v1/company/action-plans';
const PLANS_PER_COMPANY = 1_000;
/** 50,000 actions. */
const SMALL: PlanVolume = { companies: 10, plansPerCompany: PLANS_PER_COMPANY };
/** 1,000,000 actions. */
const LARGE: PlanVolume = { companies: 200, plansPerCompany: PLANS_PER_COMPANY };
const MOST = 3;

const { hierarchyId, assigneeId } = KNOWN;

const FILTERS: readonly Readonly<Record<string, string>>[] = [
  { status: 'PENDING' },
  { focusType: 'SCORE' },
  { hierarchyId },
  { assigneeId },
  { actionType: 'COMPANY' },
  { status: 'COMPLETED', focusType: 'HI', actionType: 'MANAGER' },
  { hierarchyId, actionType: 'COMPANY' },
  { assigneeId, status: 'PENDING' },
  { q: 'night shift' },
  { q: 'team 17' },
  { q: 'oo' },
  { q: 'night shift', status: 'PENDING', actionType: 'COMPANY' },
];

/** Whether a page of one company takes longer because others have written more. */
export const planFilters: LoadBench = {
  name: 'plan-filters',
  summary: `GET ${PATH} with filters, on 1,000,000 actions against 50,000`,
  // The time of a page is that of a page alone.
  effort: { connections: 1, seconds: 1, rounds: 7 },

  async prepare(stage) {
    const small = await stage.startService('small service');
    const smallDatabase = await Database.connect(small.databaseUrl);
    try {
      await fill(smallDatabase, small, SMALL);
    } finally {
      await smallDatabase.close();
    }
    await fill(stage.database, stage.service, LARGE);

    const pairs = FILTERS.map((filter) => {
      const query = new URLSearchParams(filter).toString();
      const title = Object.entries(filter).map(([name, value]) =>
        value.length > 12 ? name : `${name}=${value}`,
      );
      return [
        target(stage.service, title.join('&'), query),
        target(small, `${title.join('&')}, small`, query),
      ] as const;
    });
    const totals: number[] = [];
    for (const pair of pairs) totals.push(await commonTotal(...pair));

    return {
      notes: [
        `Both services answer pages of the same length and total, of the same company with ${PLANS_PER_COMPANY} plans; there are 20 times as many companies beside it.`,
        `Plans found: ${pairs.map(([{ name }], index) => `${name} ${totals[index] ?? ''}`).join(', ')}.`,
      ],
      targets: pairs.flat(),
      comparisons: pairs.map(([of, against]) => ({
        of: of.name,
        against: against.name,
        figure: 'p50',
        atMost: MOST,
      })),
      tables: { untouched: [], counted: [] },
    };
  },
};

async function fill(database: Database, service: Service, volume: PlanVolume): Promise<void> {
  await fillPlans(database, await readerOf(database, service.managerSessionId), volume);
}

function target({ baseUrl, managerSessionId }: Service, name: string, query: string): Target {
  return { name, url: `${baseUrl}${PATH}?${query}`, headers: { SessionId: managerSessionId } };
}

/** How many plans both find; ids of companies and users are of one database only, but equally long. */
async function commonTotal(large: Target, small: Target): Promise<number> {
  const [one, other] = [await answerOf(large), await answerOf(small)];
  const [total, otherTotal] = [one, other].map(
    ({ body }) => (JSON.parse(body.toString()) as { total: number }).total,
  );
  if (total === undefined || total === 0 || total !== otherTotal || one.body.length !== other.body.length) {
    throw new Error(`${large.name}: the services do not answer the same page`);
  }
  return total;
}
