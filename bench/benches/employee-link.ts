import { deepStrictEqual } from 'node:assert';
import type { Bench } from '../harness/bench.js';
import { download, type Download } from '../harness/download.js';
import { Link } from '../harness/link.js';
import { bodyOf, logProgress, type Target } from '../harness/load.js';
import { ratio, spread } from '../harness/statistics.js';
import { createEmployees, EMPLOYEES_PATH } from './employees.js';

const EMPLOYEES = 10_000;
const BITS_PER_SECOND = 50_000_000;
const CODINGS = ['identity', 'gzip', 'br'] as const;

/** The list of employees for a client at the end of an ordinary connection, compressed or not. */
export const employeeLink: Bench = {
  name: 'employee-link',
  summary: `GET ${EMPLOYEES_PATH} of ${EMPLOYEES} employees over 50 Mbit/s, compressed against as it is`,

  async run(stage, { rounds }) {
    const { apiKey } = await createEmployees(stage, EMPLOYEES);
    const link = await Link.to(stage.service.baseUrl, BITS_PER_SECOND);
    try {
      const url = link.url + EMPLOYEES_PATH;
      const targets: readonly Target[] = CODINGS.map((name) => ({
        name,
        url,
        headers: { ...apiKey, 'Accept-Encoding': name },
      }));
      deepStrictEqual(
        (JSON.parse(await bodyOf({ name: 'service', url, headers: apiKey })) as []).length,
        EMPLOYEES,
      );

      const downloads = new Map<string, Download[]>(CODINGS.map((name) => [name, []]));
      for (let round = 0; round <= rounds; round++) {
        for (const target of targets) {
          const done = await download(target);
          if (round > 0) downloads.get(target.name)!.push(done);
          logProgress(round, rounds, `${target.name} ${done.time.toFixed(0)} ms`);
        }
      }
      const times = (name: string): number[] => downloads.get(name)!.map(({ time }) => time);
      return {
        notes: [`${EMPLOYEES} employees over a link of ${BITS_PER_SECOND / 1_000_000} Mbit/s.`],
        rows: CODINGS.map((name) => ({
          name,
          figures: {
            'to the last byte, ms': spread(times(name)),
            'to the first byte, ms': spread(downloads.get(name)!.map(({ firstByte }) => firstByte)),
            bytes: spread(downloads.get(name)!.map(({ bytes }) => bytes)),
          },
        })),
        goals: (['gzip', 'br'] as const).map((name) => ({
          name: `${name} / identity, time`,
          value: ratio(times(name), times('identity')),
          atMost: 0.5,
        })),
      };
    } finally {
      await link.close();
    }
  },
};
