import { planRecords } from '../data/plans.js';
import { copyCompany, PLAN_TABLES, settle } from '../data/tables.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';

const PATH = '/api/v1/company/action-plans';
const STATEMENTS = new URL(
  '../../dist/src/action-plans/application/plan-statements.queries.js',
  import.meta.url,
);
const PLANS = 1_000;
const OTHER_COMPANIES = 9;
const PAGE_SIZE = 10;

/** The first page of plans, without filters. */
export const plans: Bench = {
  name: 'plans',
  summary: `GET ${PATH} against the same statement in bare node:http`,

  async run(stage, effort) {
    const { companyId, userId, session } = await createCompany(stage.service);
    await importLines(stage.service, companyId, 'plan', planRecords(PLANS, userId));
    await copyCompany(stage.service, companyId, OTHER_COMPANIES, PLAN_TABLES);
    await settle(stage.service);
    const { LIST_ALL } = (await import(
      STATEMENTS.href
    )) as typeof import('../../src/action-plans/application/plan-statements.queries.js');
    const service: Target = { name: 'service', url: stage.service.baseUrl + PATH, headers: session };
    const { url } = await stage.startBaseline({
      statement: `
        SELECT '{"from":0,"to":${PAGE_SIZE},"total":' || total || ',"result":[' || plans || ']}' AS answer
        FROM (${LIST_ALL.text}) page`,
      values: [companyId, userId, 0, PAGE_SIZE],
      answer: 'text',
    });
    const baseline: Target = { name: 'baseline', url };
    const body = await bodyOf(service);
    if ((await bodyOf(baseline)) !== body) throw new Error('the baseline does not answer as the service');

    const turns = await drive(stage.driver, [service, baseline], effort);
    const { total } = JSON.parse(body) as { total: number };
    return {
      notes: [
        `${PAGE_SIZE} of ${total} plans, ${Buffer.byteLength(body)} bytes; ${OTHER_COMPANIES} more companies.`,
      ],
      rows: turns.rows,
      goals: [
        turns.ratioGoal('requestsPerSecond', service, baseline, { atLeast: 0.8 }),
        turns.ratioGoal('p99', service, baseline, { atMost: 2 }),
      ],
    };
  },
};
