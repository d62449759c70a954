import { KNOWN, planRecords } from '../data/plans.js';
import { copyCompany, PLAN_TABLES, settle } from '../data/tables.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';
import type { Service } from '../harness/service-process.js';

const PATH = '/api/v1/company/action-plans';
const PLANS = 1_000;
/** With five actions per plan 50,000 and 1,000,000 actions. */
const COMPANIES = { few: 10, many: 200 } as const;
/** 50,000 actions in one company. */
const PLANS_OF_LARGE_COMPANY = 10_000;
const MAX_RATIO = 3;
const MAX_SEARCH_MS = 50;

const { hierarchyId, assigneeId, createdBy } = KNOWN;

const FILTERS: readonly Readonly<Record<string, string>>[] = [
  { status: 'PENDING' },
  { focusType: 'SCORE' },
  { hierarchyId },
  { assigneeId },
  { actionType: 'COMPANY' },
  { status: 'COMPLETED', focusType: 'HI', actionType: 'MANAGER' },
  { q: 'night shift' },
  { q: 'team 17' },
  { q: 'night shift', status: 'PENDING', actionType: 'COMPANY' },
  { overdue: 'true' },
  { createdBy },
  { overdue: 'true', createdBy, status: 'PENDING', q: 'team' },
];
const SEARCHES = ['night shift', 'team 17', 'oo', 'no such text'];

/** Filters, when other companies have more plans; and the text search in a company with many plans of its own. */
export const planFilters: Bench = {
  name: 'plan-filters',
  summary: `GET ${PATH} with filters: 1,000,000 actions against 50,000; q in a company with 50,000 actions`,
  // One connection, so that the time is that of a page alone.
  effort: { connections: 1, seconds: 1, rounds: 7 },

  async run(stage, effort) {
    const small = await stage.startService('small service');
    const few = await fill(small, COMPANIES.few);
    const many = await fill(stage.service, COMPANIES.many);
    const large = await createCompany(stage.service);
    await importLines(
      stage.service,
      large.companyId,
      'plan',
      planRecords(PLANS_OF_LARGE_COMPANY, large.userId, 'ffff'),
    );
    await settle(stage.service);

    const pairs = FILTERS.map((filter) => {
      const name = Object.entries(filter)
        .map(([key, value]) => (value.length > 12 ? key : `${key}=${value}`))
        .join('&');
      return [many(name, filter), few(`${name}, 50,000`, filter)] as const;
    });
    for (const [one, other] of pairs) {
      const [total, otherTotal] = [await totalOf(one), await totalOf(other)];
      if (total === 0 || total !== otherTotal)
        throw new Error(`${one.name} finds ${total} and ${otherTotal}`);
    }
    const searches = SEARCHES.map((q) =>
      target(stage.service, large.session, `q=${q}, large company`, { q }),
    );
    const turns = await drive(stage.driver, [...pairs.flat(), ...searches], effort);
    return {
      notes: [
        `The same company with ${PLANS} plans, beside ${COMPANIES.many - 1} or ${COMPANIES.few - 1} others.`,
      ],
      rows: turns.rows,
      goals: [
        ...pairs.map(([one, other]) => turns.ratioGoal('p50', one, other, { atMost: MAX_RATIO })),
        ...searches.map((search) => turns.goal('p50', search, { atMost: MAX_SEARCH_MS })),
      ],
    };
  },
};

type TargetOf = (name: string, filter: Readonly<Record<string, string>>) => Target;

async function fill(service: Service, companies: number): Promise<TargetOf> {
  const { companyId, userId, session } = await createCompany(service);
  await importLines(service, companyId, 'plan', planRecords(PLANS, userId));
  await copyCompany(service, companyId, companies - 1, PLAN_TABLES);
  await settle(service);
  return (name, filter) => target(service, session, name, filter);
}

function target(
  { baseUrl }: Service,
  headers: Readonly<Record<string, string>>,
  name: string,
  filter: Readonly<Record<string, string>>,
): Target {
  return { name, url: `${baseUrl}${PATH}?${new URLSearchParams(filter).toString()}`, headers };
}

async function totalOf(target: Target): Promise<number> {
  return (JSON.parse(await bodyOf(target)) as { total: number }).total;
}
