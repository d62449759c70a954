import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../../test/support/databases.js';
import { employeeRecords, segmentation } from '../data/employees.js';
import { settle } from '../data/tables.js';
import { timesheetPeople, timesheetRecords } from '../data/timesheets.js';
import { createCompany, importDocument, importLines, setLeaverRetention, type Company } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { LOOK_UP_PAUSE_MS, lookUpsDuring } from '../harness/look-ups.js';
import type { Service } from '../harness/service-process.js';
import { percentile, spread } from '../harness/statistics.js';

const STAFF = 96_000;
const ENTRIES = 1_000_000;
const LEAVERS = 1_000;
const LEFT_AT = '2021-01-01T00:00:00.000Z';
const MAX_S = 600;
/** Of requests of another company during the run, against those when nothing else is done. */
const MAX_SLOWER = 2;
const QUIET_MS = 20_000;
const POLL_MS = 1_000;

/** The first run of a large company that has set a retention. */
export const retention: Bench = {
  name: 'retention',
  summary: `erasure of ${LEAVERS} leavers of 100,000 people with ${ENTRIES} timesheet entries`,
  effort: { rounds: 1 },

  async run(stage) {
    const { service } = stage;
    const other = await createCompany(service);
    const company = await createCompany(service);
    await importDocument(service, company.companyId, segmentation);
    await importLines(service, company.companyId, 'employee', people());
    await importLines(service, company.companyId, 'timesheet', timesheetRecords(ENTRIES));
    await setLeaverRetention(service, company.companyId);
    await settle(service);

    const leavers = (): Promise<number> =>
      count(service, company, 'employee WHERE company_id = $1 AND deleted_at IS NOT NULL');
    if ((await leavers()) !== LEAVERS) throw new Error('The people were not imported as leavers.');

    const quiet = await lookUpsDuring(service, other, () => sleep(QUIET_MS));
    let seconds = 0;
    const busy = await lookUpsDuring(service, other, async () => {
      await beginRun(service, company);
      const begun = performance.now();
      while ((await isRunning(service, company)) && seconds <= 2 * MAX_S) {
        await sleep(POLL_MS);
        seconds = (performance.now() - begun) / 1_000;
      }
    });
    const left = await leavers();
    const entries = await count(service, company, 'timesheet_entry WHERE company_id = $1');
    return {
      notes: [
        `${LEAVERS - left} people were erased, with ${ENTRIES - entries} of ${ENTRIES} entries.`,
        `A look-up of a user of another company every ${LOOK_UP_PAUSE_MS} ms. Service, database and worker are one machine.`,
      ],
      rows: [
        { name: 'the run', figures: { 'time, s': spread([seconds]) } },
        { name: 'look-ups, quiet', figures: { 'p99, ms': spread([percentile(quiet, 99)]) } },
        { name: 'look-ups, busy', figures: { 'p99, ms': spread([percentile(busy, 99)]) } },
      ],
      goals: [
        { name: 'leavers who are left', value: spread([left]), atMost: 0 },
        { name: 'the run, s', value: spread([seconds]), atMost: MAX_S },
        {
          name: 'p99 of look-ups, busy / quiet',
          value: spread([percentile(busy, 99) / percentile(quiet, 99)]),
          atMost: MAX_SLOWER,
        },
      ],
    };
  },
};

/** The first of those who have entries have left long ago. */
function* people(): Generator<object> {
  let number = 0;
  for (const person of timesheetPeople()) {
    number++;
    const left = { deleted: true, turnoverDate: LEFT_AT };
    yield { name: `Person ${number}`, ...person, ...(number <= LEAVERS && left) };
  }
  yield* employeeRecords(STAFF);
}

/** Its time comes now, and with it the round that looks for runs. */
async function beginRun({ databaseUrl }: Service, { companyId }: Company): Promise<void> {
  await runSql(databaseUrl, 'UPDATE retention_setting SET next_run_at = now() WHERE company_id = $1', [
    companyId,
  ]);
  await runSql(databaseUrl, `UPDATE job_schedule SET due_at = now() WHERE kind = 'retention-schedule'`);
}

/** A run that ends plans the next one. */
async function isRunning(service: Service, company: Company): Promise<boolean> {
  return (
    (await count(service, company, 'retention_setting WHERE company_id = $1 AND next_run_at <= now()')) > 0
  );
}

async function count({ databaseUrl }: Service, { companyId }: Company, rows: string): Promise<number> {
  const text = `SELECT count(*)::integer AS count FROM ${rows}`;
  return (await runSql<{ count: number }>(databaseUrl, text, [companyId]))[0]!.count;
}
