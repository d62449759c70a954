import { deepStrictEqual } from 'node:assert';
import { someEmployees } from '../data/employees.js';
import type { Bench } from '../harness/bench.js';
import { download, type Download } from '../harness/download.js';
import { bodyOf, logProgress, type Target } from '../harness/load.js';
import { ResidentMemory } from '../harness/resident-memory.js';
import { ratio, spread } from '../harness/statistics.js';
import { createEmployees, EMPLOYEES, EMPLOYEES_PATH } from './employees.js';

/** MiB beyond the memory of the service after its first request. */
const MAX_GROWTH = 48;

const ALL_EMPLOYEES = `
  SELECT document FROM employee WHERE company_id = $1 AND deleted_at IS NULL
  ORDER BY name COLLATE "und-x-icu", id`;

/** All employees of a large company in one answer: time and memory. Linux only. */
export const employeeList: Bench = {
  name: 'employee-list',
  summary: `GET ${EMPLOYEES_PATH} of ${EMPLOYEES} employees against rows and JSON.stringify`,

  async run(stage, { rounds }) {
    const { companyId, apiKey } = await createEmployees(stage);
    const url = await stage.startBaseline({
      statement: ALL_EMPLOYEES,
      values: [companyId],
      answer: 'documents',
    });
    const service: Target = { name: 'service', url: stage.service.baseUrl + EMPLOYEES_PATH, headers: apiKey };
    const baseline: Target = { name: 'baseline', url };
    const [one] = someEmployees(1);
    // Not counted as growth of the list: memory that the first request of a process allocates.
    await bodyOf({ ...service, url: `${service.url}/externalid/${one?.externalId}` });
    const memory = await ResidentMemory.watch(stage.service.pid);
    const content = JSON.parse(await bodyOf(service)) as unknown[];
    deepStrictEqual(content.length, EMPLOYEES);
    deepStrictEqual(JSON.parse(await bodyOf(baseline)), content);

    const downloads = { service: [] as Download[], baseline: [] as Download[] };
    for (let round = 0; round <= rounds; round++) {
      for (const target of [service, baseline]) {
        const done = await download(target);
        if (round > 0) downloads[target.name as keyof typeof downloads].push(done);
        logProgress(round, rounds, `${target.name} ${done.time.toFixed(0)} ms`);
      }
    }
    const growth = spread([await memory.growth()]);
    const times = (name: keyof typeof downloads): number[] => downloads[name].map(({ time }) => time);
    return {
      notes: [`${EMPLOYEES} employees, ${downloads.service[0]?.bytes} bytes.`],
      rows: (['service', 'baseline'] as const).map((name) => ({
        name,
        figures: {
          'to the last byte, ms': spread(times(name)),
          'to the first byte, ms': spread(downloads[name].map(({ firstByte }) => firstByte)),
        },
      })),
      goals: [
        { name: 'service / baseline, time', value: ratio(times('service'), times('baseline')), atMost: 1 },
        { name: 'growth of the memory of the service, MiB', value: growth, atMost: MAX_GROWTH },
      ],
    };
  },
};
