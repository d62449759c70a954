import { timesheetRecords } from '../data/timesheets.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { spread } from '../harness/statistics.js';

const ENTRIES = 1_000_000;
const MAX_SECONDS = 75;
const MAX_MEMORY = 350;

/** `wes import` of a million timesheet entries into an empty company. */
export const timesheetImport: Bench = {
  name: 'timesheet-import',
  summary: `wes import of ${ENTRIES} timesheet entries from NDJSON: time and memory`,
  effort: { rounds: 1 },

  async run({ service }, { rounds }) {
    const seconds: number[] = [];
    const memory: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const { companyId } = await createCompany(service);
      const cost = await importLines(service, companyId, 'timesheet', timesheetRecords(ENTRIES, round));
      seconds.push(cost.ms / 1_000);
      memory.push(cost.peakMemory);
    }
    const [time, peak] = [spread(seconds), spread(memory)];
    return {
      notes: ['From the start of the process to its end.'],
      rows: [{ name: 'wes import', figures: { 'time, s': time, 'peak memory, MiB': peak } }],
      goals: [
        { name: 'time, s', value: time, atMost: MAX_SECONDS },
        { name: 'peak memory, MiB', value: peak, atMost: MAX_MEMORY },
      ],
    };
  },
};
