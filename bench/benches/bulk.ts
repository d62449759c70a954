import { employeeRecords } from '../data/employees.js';
import type { Bench } from '../harness/bench.js';
import { logProgress } from '../harness/load.js';
import { spread } from '../harness/statistics.js';
import { createEmployees, EMPLOYEES, EMPLOYEES_PATH } from './employees.js';

const PATH = `${EMPLOYEES_PATH}/bulk`;
const ROWS = 1_000;
const MAX_MS = 1_000;

type Person = Record<string, unknown> & { readonly externalId: string };

/** The rows of each request of a round. Ended people are restored last. */
const KINDS: Readonly<Record<string, (person: Person, round: number) => object>> = {
  'new people': (person) => ({ operation: 'invite', employee: person }),
  'people who stay the same': (person) => ({ operation: 'invite', employee: person }),
  'people who change': ({ externalId }, round) => ({
    operation: 'update',
    externalId,
    employee: { name: `Renamed ${round}`, groupIds: [] },
  }),
  'people who leave': ({ externalId }) => ({ operation: 'end', externalId }),
  'people who come back': (person) => ({ operation: 'invite', employee: person }),
};

/** Many employees in one request, in a large company. */
export const bulk: Bench = {
  name: 'bulk',
  summary: `POST ${PATH} with ${ROWS} rows of each kind, among ${EMPLOYEES} employees`,

  async run(stage, { rounds }) {
    const { apiKey } = await createEmployees(stage);
    const { baseUrl } = stage.service;
    const newcomers = [...employeeRecords(EMPLOYEES + (rounds + 1) * ROWS)].slice(EMPLOYEES) as Person[];
    const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, [] as number[]]));
    const waits = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, [] as number[]]));
    for (let round = 0; round <= rounds; round++) {
      const people = newcomers.slice(round * ROWS, (round + 1) * ROWS);
      for (const [kind, rowOf] of Object.entries(KINDS)) {
        const body = JSON.stringify({ rows: people.map((person) => rowOf(person, round)) });
        const longest = longestRequest(baseUrl);
        const startedAt = performance.now();
        const response = await fetch(baseUrl + PATH, {
          method: 'POST',
          headers: { ...apiKey, 'Content-Type': 'application/json' },
          body,
        });
        const { results } = (await response.json()) as { results: { status: number }[] };
        const ms = performance.now() - startedAt;
        const wait = await longest();
        if (results.some(({ status }) => status !== 200)) throw new Error(`${kind}: a row is refused`);
        logProgress(round, rounds, `${kind}: ${Math.round(ms)} ms, others ${Math.round(wait)} ms`);
        if (round === 0) continue;
        times[kind]?.push(ms);
        waits[kind]?.push(wait);
      }
    }
    return {
      notes: [`${ROWS} rows in each request. Meanwhile, \`GET /health/live\` is sent one after the other.`],
      rows: Object.keys(KINDS).map((kind) => ({
        name: kind,
        figures: {
          'time, ms': spread(times[kind] ?? []),
          'longest other request, ms': spread(waits[kind] ?? []),
        },
      })),
      goals: Object.entries(times).map(([kind, values]) => ({
        name: `${kind}, ms`,
        value: spread(values),
        atMost: MAX_MS,
      })),
    };
  },
};

/** Sends requests that do nothing, one after the other. @returns ends them, with the slowest one in milliseconds */
function longestRequest(baseUrl: string): () => Promise<number> {
  let isEnded = false;
  const send = async (): Promise<number> => {
    let longest = 0;
    while (!isEnded) {
      const startedAt = performance.now();
      await (await fetch(`${baseUrl}/health/live`)).text();
      longest = Math.max(longest, performance.now() - startedAt);
    }
    return longest;
  };
  const sending = send();
  return () => {
    isEnded = true;
    return sending;
  };
}
