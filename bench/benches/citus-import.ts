import { timesheetRecords } from '../data/timesheets.js';
import { createCompany, importLines } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { spread } from '../harness/statistics.js';
import { startOnBoth } from './citus.js';

const ENTRIES = 1_000_000;
const MAX_SECONDS = 80;

/** `wes import` of a million timesheet entries on one server, and on several. */
export const citusImport: Bench = {
  name: 'citus-import',
  summary: `wes import of ${ENTRIES} timesheet entries on three servers (Citus) against one server`,
  effort: { rounds: 1 },

  async run(stage, { rounds }) {
    const { one, several } = await startOnBoth(stage);
    const seconds: Record<'one' | 'several', number[]> = { one: [], several: [] };
    for (let round = 1; round <= rounds; round++) {
      for (const [name, service] of Object.entries({ one, several }) as ['one' | 'several', typeof one][]) {
        const { companyId } = await createCompany(service);
        const cost = await importLines(service, companyId, 'timesheet', timesheetRecords(ENTRIES, round));
        seconds[name].push(cost.ms / 1_000);
      }
    }
    const onSeveral = spread(seconds.several);
    return {
      notes: ['From the start of the process to its end.'],
      rows: [
        { name: 'one server', figures: { 'time, s': spread(seconds.one) } },
        { name: 'Citus', figures: { 'time, s': onSeveral } },
      ],
      goals: [{ name: 'time on Citus, s', value: onSeveral, atMost: MAX_SECONDS }],
    };
  },
};
