import { areaRecords, KNOWN, planRecords } from '../data/plans.js';
import { copyCompany, PLAN_TABLES, settle } from '../data/tables.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';
import type { Service } from '../harness/service-process.js';

const PATH = '/api/v1/company/action-plans/summary';
/** 50,000 actions in the company. */
const PLANS = 10_000;
/** Of one area each, so that each area of the company has a row. */
const EMPLOYEES = 10_000;
/** With 5,000 actions each, 5,000 and 1,000,000 actions. */
const OTHERS = { few: 1, many: 200 } as const;
const PLANS_OF_OTHERS = 1_000;
const MAX_RATIO = 2;
const MAX_MS = 50;
/** Filters that most actions satisfy read their rows, too. */
const MAX_FILTERED_MS = 100;

const FILTERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { focusType: 'SCORE' },
  { status: 'PENDING' },
  { actionType: 'COMPANY' },
  { hierarchyId: KNOWN.hierarchyId },
  { overdue: 'true' },
];

/** Figures of a company with many actions, beside few and many of other companies. */
export const planSummary: Bench = {
  name: 'plan-summary',
  summary: `GET ${PATH}: 50,000 actions, beside 1,000,000 actions of other companies against 5,000`,
  // One connection, so that the time is that of a summary alone.
  effort: { connections: 1, seconds: 1, rounds: 7 },

  async run(stage, effort) {
    const quiet = await stage.startService('small service');
    const few = await fill(quiet, OTHERS.few);
    const many = await fill(stage.service, OTHERS.many);
    const pairs = FILTERS.map((filter) => {
      const name = Object.keys(filter).join('&') || 'all actions';
      return [many(name, filter), few(`${name}, few others`, filter)] as const;
    });
    for (const [one] of pairs) {
      const { byStatus, areas } = JSON.parse(await bodyOf(one)) as Summary;
      if (Object.values(byStatus).every((count) => count === 0) || areas.length < 23)
        throw new Error(`${one.name} counts nothing`);
    }
    const turns = await drive(stage.driver, pairs.flat(), effort);
    return {
      notes: [`${PLANS} plans with five actions each, ${EMPLOYEES} employees.`],
      rows: turns.rows,
      goals: [
        ...pairs.map(([one], index) =>
          turns.goal('p50', one, { atMost: index === 0 ? MAX_MS : MAX_FILTERED_MS }),
        ),
        ...pairs.map(([one, other]) => turns.ratioGoal('p50', one, other, { atMost: MAX_RATIO })),
      ],
    };
  },
};

interface Summary {
  readonly byStatus: Readonly<Record<string, number>>;
  readonly areas: readonly unknown[];
}

type TargetOf = (name: string, filter: Readonly<Record<string, string>>) => Target;

async function fill(service: Service, others: number): Promise<TargetOf> {
  const other = await createCompany(service);
  await importLines(service, other.companyId, 'plan', planRecords(PLANS_OF_OTHERS, other.userId, 'eeee'));
  await copyCompany(service, other.companyId, others - 1, PLAN_TABLES);
  const { companyId, userId, session } = await createCompany(service);
  const areas = areaRecords();
  await importLines(service, companyId, 'area', areas);
  const employees = Array.from({ length: EMPLOYEES }, (_, index) => ({
    email: `person${index}@example.com`,
    hierarchyId: areas[index % areas.length]?.id,
  }));
  await importLines(service, companyId, 'employee', employees);
  await importLines(service, companyId, 'plan', planRecords(PLANS, userId, 'ffff'));
  await settle(service);
  return (name, filter) => {
    const url = `${service.baseUrl}${PATH}?${new URLSearchParams(filter).toString()}`;
    return { name, url, headers: session };
  };
}
