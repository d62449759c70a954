import { planRecords } from '../data/plans.js';
import { settle } from '../data/tables.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';

const PATH = '/api/v1/company/action-plans';
const PLANS = 1_000;

/** The first page of plans, with what the caller may do and without. */
export const planPermissions: Bench = {
  name: 'plan-permissions',
  summary: `GET ${PATH} with include=permissions against the same without`,

  async run(stage, effort) {
    const { companyId, userId, session } = await createCompany(stage.service);
    await importLines(stage.service, companyId, 'plan', planRecords(PLANS, userId));
    await settle(stage.service);
    const url = stage.service.baseUrl + PATH;
    const plain: Target = { name: 'without', url, headers: session };
    const permitted: Target = { name: 'with', url: `${url}?include=permissions`, headers: session };
    const [body, whole] = [await bodyOf(plain), await bodyOf(permitted)];
    const stripped = JSON.stringify(JSON.parse(whole), (name, value: unknown) =>
      name === 'permissions' ? undefined : value,
    );
    if (stripped !== body) throw new Error('the permissions change the rest of the answer');

    const turns = await drive(stage.driver, [permitted, plain], effort);
    return {
      notes: [`${Buffer.byteLength(whole)} bytes with permissions, ${Buffer.byteLength(body)} without.`],
      rows: turns.rows,
      goals: [turns.ratioGoal('requestsPerSecond', permitted, plain, { atLeast: 0.4 })],
    };
  },
};
