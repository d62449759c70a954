import { deepStrictEqual } from 'node:assert';
import { createCompany } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';

const PATH = '/api/v1/company/announcements/templates';

const ENABLED_TEMPLATES = `
  SELECT document FROM announcement_template WHERE (document ->> 'enabled')::boolean
  ORDER BY (document ->> 'order')::integer, key, id`;

/** The catalogue: the cache of the service against a query per request. */
export const templates: Bench = {
  name: 'templates',
  summary: `GET ${PATH} against rows and JSON.stringify`,

  async run(stage, effort) {
    const { session } = await createCompany(stage.service);
    const service: Target = { name: 'service', url: stage.service.baseUrl + PATH, headers: session };
    const url = await stage.startBaseline({
      statement: ENABLED_TEMPLATES,
      values: [],
      answer: 'documents',
    });
    const baseline: Target = { name: 'baseline', url };
    const body = await bodyOf(service);
    const content = JSON.parse(body) as unknown[];
    deepStrictEqual(JSON.parse(await bodyOf(baseline)), content);

    const turns = await drive(stage.driver, [service, baseline], effort);
    return {
      notes: [`${content.length} templates, ${Buffer.byteLength(body)} bytes.`],
      rows: turns.rows,
      goals: [turns.ratioGoal('requestsPerSecond', service, baseline, { atLeast: 1 })],
    };
  },
};
