import { planRecords } from '../data/plans.js';
import { settle } from '../data/tables.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { answerOf, drive, type Target } from '../harness/load.js';

const PATH = '/api/v1/company/action-plans';
const PLANS = 1_000;

/** The first page of plans for a client that has it already. */
export const unchangedPlans: Bench = {
  name: 'unchanged-plans',
  summary: `GET ${PATH} with the tag of the unchanged list against the full answer`,

  async run(stage, effort) {
    const { companyId, userId, session } = await createCompany(stage.service);
    await importLines(stage.service, companyId, 'plan', planRecords(PLANS, userId));
    await settle(stage.service);
    const full: Target = { name: 'full answer', url: stage.service.baseUrl + PATH, headers: session };
    const answer = await answerOf(full);
    const etag = answer.headers.get('etag');
    if (etag === null) throw new Error('the list has no tag');
    const headers = { ...session, 'If-None-Match': etag };
    const unchanged: Target = { ...full, name: 'unchanged', headers, status: 304 };

    const turns = await drive(stage.driver, [unchanged, full], effort);
    return {
      notes: [`${PLANS} plans, page of ${Buffer.byteLength(await answer.text())} bytes.`],
      rows: turns.rows,
      goals: [turns.ratioGoal('requestsPerSecond', unchanged, full, { atLeast: 5 })],
    };
  },
};
