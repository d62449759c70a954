import { TimesheetFile, type ImportCost } from '../data/timesheet-importer.js';
import type { TrialBench } from '../harness/bench.js';
import type { Database } from '../harness/database.js';
import { spread } from '../harness/statistics.js';
import type { Measurement } from '../harness/trial.js';

const ENTRIES = 1_000_000;
const COMPANY = '0123456789abcdef01234567';
const MOST_MS = 75_000;
const MOST_MIB = 350;

/** A million entries by `wes import`, and the same file once more. */
export const timesheetImport: TrialBench = {
  name: 'timesheet-import',
  summary: 'a million timesheet entries by wes import, and the same ones again',
  effort: { rounds: 1 },

  async conduct({ service, database }, { rounds }, tell) {
    const first: ImportCost[] = [];
    const again: ImportCost[] = [];
    const file = await TimesheetFile.write(ENTRIES);
    try {
      await database.query(
        `INSERT INTO company (id, name, time_zone) VALUES ($1, 'Bench', 'Europe/Madrid')`,
        [COMPANY],
      );
      for (let round = 1; round <= rounds; round++) {
        await database.query('TRUNCATE timesheet_entry, timesheet_day_count');
        for (const [name, costs] of [['first', first] as const, ['again', again] as const]) {
          const cost = await file.import(service.databaseUrl, COMPANY);
          costs.push(cost);
          await checkCounts(database);
          tell(
            `round ${round} of ${rounds}, ${name}: ${(cost.time / 1_000).toFixed(1)} s, ${cost.peakMemory.toFixed(0)} MiB`,
          );
        }
      }
    } finally {
      await file.remove();
    }
    return {
      notes: [`${ENTRIES} entries of NDJSON in one transaction; after each import the counts say so.`],
      measurements: [...measurementsOf('import', first), ...measurementsOf('unchanged', again)],
      comparisons: [],
    };
  },
};

function measurementsOf(name: string, costs: readonly ImportCost[]): Measurement[] {
  return [
    { name: `${name}, time`, unit: 'ms', value: spread(costs.map(({ time }) => time)), atMost: MOST_MS },
    {
      ...{ name: `${name}, peak memory`, unit: 'MiB', atMost: MOST_MIB },
      value: spread(costs.map(({ peakMemory }) => peakMemory)),
    },
  ];
}

async function checkCounts(database: Database): Promise<void> {
  const [row] = await database.query<{ entries: number }>(
    `SELECT sum(entries)::integer AS entries FROM timesheet_day_count WHERE company_id = $1 AND list = 'live'`,
    [COMPANY],
  );
  if (row?.entries !== ENTRIES) throw new Error(`the counts say ${row?.entries} entries`);
}
