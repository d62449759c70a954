import { deepStrictEqual } from 'node:assert';
import { importTimesheets } from '../data/timesheet-importer.js';
import { BUSIEST } from '../data/timesheets.js';
import type { TimesheetsFloorInput } from '../floors/timesheets.js';
import { answerOf } from '../harness/answer.js';
import type { LoadBench } from '../harness/bench.js';
import type { Target } from '../harness/target.js';

const PATH = '/api/v1/public/company/timesheets';
const FLOOR = new URL('../floors/timesheets.ts', import.meta.url);
const ENTRIES = 1_000_000;
const PAGE_SIZE = 10;

/** Nearly all entries: the first and the last day with entries are left out. */
const PERIOD = { dateFrom: '2020-01-02T00:00:00.000Z', dateTo: '2020-03-24T00:00:00.000Z' } as const;
const PERIOD_END = '2020-03-24T00:00:00.001Z';

interface View {
  readonly name: string;
  readonly deep: number;
  readonly email?: string;
  readonly period?: typeof PERIOD;
}

const VIEWS: readonly View[] = [
  { name: 'all', deep: 990_000 },
  { name: 'period', deep: 970_000, period: PERIOD },
  { name: 'person', deep: 190_000, email: BUSIEST },
];

/** Pages far down a list of a million entries, against the first ones and against what has no counters. */
export const timesheets: LoadBench = {
  name: 'timesheets',
  summary: `GET ${PATH} far down a million entries, against the first page and OFFSET with count(*)`,
  // A page by OFFSET takes most of a second of a core, and several where others want it, too.
  effort: { rounds: 3, seconds: 8, connections: 4 },

  async prepare(stage) {
    const { service, database } = stage;
    const [owner] = await database.query<{ id: string }>(
      'SELECT company_id AS id FROM api_key WHERE id = $1',
      [service.apiKey.split('_')[1]],
    );
    if (!owner) throw new Error('nobody has the API key of the service');
    await importTimesheets(service.databaseUrl, owner.id, ENTRIES);
    for (const table of ['timesheet_entry', 'timesheet_block'])
      await database.query(`VACUUM ANALYZE ${table}`);

    const targets: Target[] = [];
    const floors: Target[] = [];
    const notes: string[] = [];
    for (const view of VIEWS) {
      const page = (from: number): Target => ({
        name: `${view.name}, ${from === 0 ? 'first page' : `page at ${from.toLocaleString('en-US')}`}`,
        url: `${service.baseUrl}${PATH}?${queryOf(view, from)}`,
        headers: { serviceAPIKey: service.apiKey },
      });
      const deep = page(view.deep);
      const offset: Target = {
        name: `${view.name}, by OFFSET`,
        url: await stage.startFloor<TimesheetsFloorInput>(`offset floor, ${view.name}`, FLOOR, {
          databaseUrl: service.databaseUrl,
          schema: 'public',
          values: [
            ...([owner.id, view.deep, PAGE_SIZE, view.email ?? null] as const),
            ...(view.period ? ([view.period.dateFrom, PERIOD_END] as const) : ([null, null] as const)),
          ],
        }),
      };
      const [asked, expected] = [await contentOf(deep), await contentOf(offset)];
      deepStrictEqual(asked, expected, `the floor does not answer what ${deep.name} does`);
      notes.push(`${view.name}: ${asked.total} entries; the floor by OFFSET answers the same content.`);
      targets.push(deep, page(0));
      floors.push(offset);
    }
    return {
      notes,
      // What a floor has begun goes on for a while after its turn: in no case may it slow a first page down.
      targets: [...targets, ...floors],
      comparisons: floors.flatMap((offset, index) => {
        const [deep, first] = targets.slice(2 * index, 2 * index + 2).map(({ name }) => name);
        return [
          { of: deep ?? '', against: first ?? '', figure: 'p50' as const, atMost: 2 },
          { of: deep ?? '', against: offset.name, atLeast: 100 },
        ];
      }),
      tables: { untouched: [], counted: ['timesheet_block'] },
    };
  },
};

function queryOf({ email, period }: View, from: number): string {
  return new URLSearchParams({
    from: String(from),
    to: String(from + PAGE_SIZE),
    ...(email !== undefined && { email }),
    ...period,
  }).toString();
}

async function contentOf(target: Target): Promise<{ readonly total: number }> {
  return JSON.parse((await answerOf(target)).body.toString()) as { total: number };
}
