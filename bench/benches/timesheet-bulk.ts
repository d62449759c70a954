import { settle } from '../data/tables.js';
import { timesheetPeople, timesheetRecords } from '../data/timesheets.js';
import { createCompany, importLines, issueKey } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { logProgress } from '../harness/load.js';
import type { Service } from '../harness/service-process.js';
import { ratio, spread } from '../harness/statistics.js';

const PATH = '/api/v1/public/company/timesheets/bulk';
const ROWS = 1_000;
const CONNECTIONS = 4;
/** Entries of each way in a round. */
const ENTRIES = 100_000;
/** A million in five minutes, where the import takes as long as it may: 75 seconds. */
const MIN_RATIO = 0.25;

/** The part of the record of an import that a request sends. */
type Entry = Record<string, unknown> & { readonly id: string };

/** Entries of a time clock, by requests and by an import of the same ones into another company. */
export const timesheetBulk: Bench = {
  name: 'timesheet-bulk',
  summary: `POST ${PATH} of ${ENTRIES} new entries by ${CONNECTIONS} connections against wes import`,
  effort: { rounds: 3 },

  async run({ service }, { rounds }) {
    const company = await createCompany(service);
    const headers = { serviceAPIKey: await issueKey(service, company.companyId, 'timesheets:write') };
    await importLines(service, company.companyId, 'employee', timesheetPeople());
    await settle(service);
    const [bySecond, imported, unchanged] = [[] as number[], [] as number[], [] as number[]];
    for (let round = 0; round <= rounds; round++) {
      const bodies = bodiesOf([...timesheetRecords(ENTRIES, 2 * round)] as Entry[]);
      const created = perSecond(await send(service, headers, bodies));
      const same = perSecond(await send(service, headers, bodies));
      const { companyId } = await createCompany(service);
      const cost = await importLines(
        service,
        companyId,
        'timesheet',
        timesheetRecords(ENTRIES, 2 * round + 1),
      );
      const baseline = perSecond(cost.ms);
      logProgress(round, rounds, `${created} new, ${same} unchanged, ${baseline} imported a second`);
      if (round === 0) continue;
      bySecond.push(created);
      unchanged.push(same);
      imported.push(baseline);
    }
    return {
      notes: [`${ROWS} rows in each request, ${ENTRIES} entries in each round.`],
      rows: [
        { name: 'new entries', figures: { 'entries/s': spread(bySecond) } },
        { name: 'entries that stay the same', figures: { 'entries/s': spread(unchanged) } },
        { name: 'wes import', figures: { 'entries/s': spread(imported) } },
      ],
      goals: [
        { name: 'new entries / import, entries/s', value: ratio(bySecond, imported), atLeast: MIN_RATIO },
      ],
    };
  },
};

const perSecond = (ms: number): number => Math.round((ENTRIES * 1_000) / ms);

function bodiesOf(records: readonly Entry[]): string[] {
  return Array.from({ length: records.length / ROWS }, (_, index) => {
    const rows = records
      .slice(index * ROWS, (index + 1) * ROWS)
      .map(({ id, changeHistory: _history, ...entry }) => {
        return { operation: 'put', externalId: `clock-${id}`, entry };
      });
    return JSON.stringify({ rows });
  });
}

/** @returns milliseconds from the first request to the last answer */
async function send(
  { baseUrl }: Service,
  headers: Readonly<Record<string, string>>,
  bodies: readonly string[],
): Promise<number> {
  const left = bodies.values();
  const work = async (): Promise<void> => {
    for (const body of left) {
      const response = await fetch(baseUrl + PATH, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
      });
      const { results } = (await response.json()) as { results: { status: number }[] };
      if (results.some(({ status }) => status !== 200)) throw new Error('A row is refused.');
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return performance.now() - startedAt;
}
