import type { PlansBaselineInput } from '../baselines/plans.js';
import { planRecords } from '../data/plans.js';
import { copyCompany, PLAN_TABLES, settle } from '../data/tables.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';

const PATH = '/api/v1/company/action-plans';
const BASELINE = new URL('../baselines/plans.ts', import.meta.url);
const PLANS = 1_000;
const OTHER_COMPANIES = 9;
const PAGE_SIZE = 10;

/** The first page of plans, without filters. */
export const plans: Bench = {
  name: 'plans',
  summary: `GET ${PATH} against its queries class in bare node:http`,

  async run(stage, effort) {
    const { companyId, userId, session } = await createCompany(stage.service);
    await importLines(stage.service, companyId, 'plan', planRecords(PLANS, userId));
    await copyCompany(stage.service, companyId, OTHER_COMPANIES, PLAN_TABLES);
    await settle(stage.service);
    const service: Target = { name: 'service', url: stage.service.baseUrl + PATH, headers: session };
    const url = await stage.startBaselineFrom<PlansBaselineInput>(BASELINE, {
      actor: { kind: 'user', companyId, userId, role: 'ADMIN', language: 'en' },
      page: { from: 0, to: PAGE_SIZE },
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
        turns.ratioGoal('requestsPerSecond', service, baseline, { atLeast: 0.7 }),
        turns.ratioGoal('p99', service, baseline, { atMost: 2 }),
      ],
    };
  },
};
