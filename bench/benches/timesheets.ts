import { TimesheetFile } from '../data/timesheet-importer.js';
import { BUSIEST } from '../data/timesheets.js';
import { answerOf } from '../harness/answer.js';
import type { LoadBench } from '../harness/bench.js';
import type { Target } from '../harness/target.js';

const PATH = '/api/v1/public/company/timesheets';
const ENTRIES = 1_000_000;
const PAGE_SIZE = 10;

/** Nearly all entries, and a part of the first and the last day. */
const PERIOD = { dateFrom: '2020-01-02T06:00:00.000Z', dateTo: '2020-03-23T18:00:00.000Z' } as const;

interface View {
  readonly name: string;
  readonly deep: number;
  readonly total: number;
  readonly query?: Readonly<Record<string, string>>;
}

const VIEWS: readonly View[] = [
  { name: 'all', deep: 990_000, total: ENTRIES },
  { name: 'period', deep: 970_000, total: 980_000, query: PERIOD },
  { name: 'person', deep: 9_900, total: ENTRIES / 100, query: { email: BUSIEST } },
];

/** Pages far down a list of a million entries, against the first ones. */
export const timesheets: LoadBench = {
  name: 'timesheets',
  summary: `GET ${PATH} far down a million entries, against the first page`,
  effort: { rounds: 3, seconds: 5, connections: 4 },

  async prepare(stage) {
    const { service, database } = stage;
    const [owner] = await database.query<{ id: string }>(
      'SELECT company_id AS id FROM api_key WHERE id = $1',
      [service.apiKey.split('_')[1]],
    );
    if (!owner) throw new Error('no company has the API key of the service');
    for (const table of ['timesheet_entry', 'timesheet_day_count']) {
      await database.query(`DELETE FROM ${table} WHERE company_id = $1`, [owner.id]);
    }
    const file = await TimesheetFile.write(ENTRIES);
    try {
      await file.import(service.databaseUrl, owner.id);
    } finally {
      await file.remove();
    }
    for (const table of ['timesheet_entry', 'timesheet_day_count']) {
      await database.query(`VACUUM ANALYZE ${table}`);
    }

    const views = await Promise.all(
      VIEWS.map(async ({ name, deep, total, query }) => {
        const page = (from: number): Target => ({
          name: `${name}, ${from === 0 ? 'first page' : `page at ${from.toLocaleString('en-US')}`}`,
          url: `${service.baseUrl}${PATH}?${new URLSearchParams({
            ...{ from: String(from), to: String(from + PAGE_SIZE) },
            ...query,
          }).toString()}`,
          headers: { serviceAPIKey: service.apiKey },
        });
        const targets = { deep: page(deep), first: page(0) };
        for (const target of [targets.deep, targets.first]) await check(target, total);
        return { targets, note: `${name}: ${total.toLocaleString('en-US')} entries.` };
      }),
    );
    return {
      notes: views.map(({ note }) => note),
      targets: views.flatMap(({ targets: { deep, first } }) => [deep, first]),
      comparisons: views.map(({ targets: { deep, first } }) => ({
        ...{ of: deep.name, against: first.name, figure: 'p50' as const, atMost: 3 },
      })),
      tables: { untouched: [], counted: ['timesheet_day_count'] },
    };
  },
};

/** @throws unless the page is full and its total right */
async function check(target: Target, total: number): Promise<void> {
  const page = JSON.parse((await answerOf(target)).body.toString()) as { total: number; results: unknown[] };
  if (page.total !== total || page.results.length !== PAGE_SIZE) {
    throw new Error(`${target.name} has ${page.results.length} entries of ${page.total}, not of ${total}`);
  }
}
