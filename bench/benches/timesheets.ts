import { settle } from '../data/tables.js';
import { BUSIEST, timesheetRecords } from '../data/timesheets.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { bodyOf, drive, type Target } from '../harness/load.js';

const PATH = '/api/v1/public/company/timesheets';
const ENTRIES = 1_000_000;
const PAGE_SIZE = 10;
const MAX_RATIO = 3;

interface View {
  readonly name: string;
  readonly total: number;
  readonly deep: number;
  readonly filter: Readonly<Record<string, string>>;
}

const VIEWS: readonly View[] = [
  { name: 'all', total: ENTRIES, deep: 990_000, filter: {} },
  // Cuts its first and its last day.
  {
    name: 'period',
    total: 980_000,
    deep: 970_000,
    filter: { dateFrom: '2020-01-02T06:00:00.000Z', dateTo: '2020-03-23T18:00:00.000Z' },
  },
  { name: 'person', total: 10_000, deep: 9_500, filter: { email: BUSIEST } },
];

/** Pages far down a list of a million entries against the first page of the same list. */
export const timesheets: Bench = {
  name: 'timesheets',
  summary: `GET ${PATH}: the page at 990,000 of a million entries against the first`,
  effort: { connections: 4 },

  async run(stage, effort) {
    const { companyId, apiKey } = await createCompany(stage.service);
    await importLines(stage.service, companyId, 'timesheet', timesheetRecords(ENTRIES));
    await settle(stage.service);
    const pairs: (readonly [Target, Target])[] = [];
    for (const { name, total, deep, filter } of VIEWS) {
      const page = (from: number, label: string): Target => {
        const query = new URLSearchParams({ from: `${from}`, to: `${from + PAGE_SIZE}`, ...filter });
        return {
          name: `${name}, ${label}`,
          url: `${stage.service.baseUrl}${PATH}?${query.toString()}`,
          headers: apiKey,
        };
      };
      const pair = [page(deep, `page at ${deep}`), page(0, 'first page')] as const;
      for (const target of pair) {
        const answer = JSON.parse(await bodyOf(target)) as { total: number; results: unknown[] };
        if (answer.total !== total || answer.results.length !== PAGE_SIZE) {
          throw new Error(`${target.name} has ${answer.results.length} of ${answer.total} entries`);
        }
      }
      pairs.push(pair);
    }
    const turns = await drive(stage.driver, pairs.flat(), effort);
    return {
      notes: [`${PAGE_SIZE} entries per page; 12,000 entries a day.`],
      rows: turns.rows,
      goals: pairs.map(([deep, first]) => turns.ratioGoal('p50', deep, first, { atMost: MAX_RATIO })),
    };
  },
};
