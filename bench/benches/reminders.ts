import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, localDay } from '../../src/shared-kernel/local-days.js';
import { openClient } from '../../test/support/databases.js';
import { remindedPlans, remindedPeople } from '../data/reminders.js';
import { createCompany, importLines, setReminders, type Company } from '../data/wes.js';
import type { Bench } from '../harness/bench.js';
import { LOOK_UP_PAUSE_MS, lookUpsDuring } from '../harness/look-ups.js';
import type { Service } from '../harness/service-process.js';
import { percentile, spread } from '../harness/statistics.js';

const PEOPLE = 10_000;
const MAX_S = 600;
/** Of requests of another company while the mails are sent, against those when nothing else is done. */
const MAX_SLOWER = 2;
const QUIET_MS = 20_000;
const POLL_MS = 500;

/** The mails of one morning of a large company. */
export const reminders: Bench = {
  name: 'reminders',
  summary: `mails to ${PEOPLE} people on one morning`,
  effort: { rounds: 1 },

  async run(stage) {
    const mailServer = await stage.start<string>(
      'mail server',
      new URL('../harness/mail-server-process.ts', import.meta.url),
    );
    const service = await stage.startService('service with mails', { smtpUrl: mailServer.ready });
    const other = await createCompany(service);
    const company = await fill(service);
    const arrived = (): Promise<Arrived> => mailServer.child.ask<Arrived>('read');

    const quiet = await lookUpsDuring(service, other, () => sleep(QUIET_MS));
    let seconds = 0;
    const busy = await lookUpsDuring(service, other, async () => {
      const begun = performance.now();
      await beginMorning(service, company);
      for (;;) {
        seconds = (performance.now() - begun) / 1_000;
        if ((await arrived()).people === PEOPLE || seconds > 2 * MAX_S) break;
        await sleep(POLL_MS);
      }
    });
    const { mails, people } = await arrived();
    const slower = spread([percentile(busy, 99) / percentile(quiet, 99)]);
    return {
      notes: [
        `${mails} mails to ${people} people.`,
        `A look-up of a user of another company every ${LOOK_UP_PAUSE_MS} ms. Service, database and worker are one machine.`,
      ],
      rows: [
        { name: 'all mails', figures: { 'time, s': spread([seconds]) } },
        { name: 'look-ups, quiet', figures: { 'p99, ms': spread([percentile(quiet, 99)]) } },
        { name: 'look-ups, busy', figures: { 'p99, ms': spread([percentile(busy, 99)]) } },
      ],
      goals: [
        { name: 'all mails, s', value: spread([seconds]), atMost: MAX_S },
        { name: 'mails for each person', value: spread([mails / PEOPLE]), atMost: 1 },
        { name: 'p99 of look-ups, busy / quiet', value: slower, atMost: MAX_SLOWER },
      ],
    };
  },
};

interface Arrived {
  readonly mails: number;
  readonly people: number;
}

async function fill(service: Service): Promise<Company> {
  const company = await createCompany(service);
  // Two days before the due date is today, whose morning is at midnight.
  const dueDay = addDays(localDay(new Date(), 'Europe/Madrid'), 2);
  await importLines(service, company.companyId, 'employee', remindedPeople(PEOPLE));
  await importLines(service, company.companyId, 'plan', remindedPlans(PEOPLE, company.userId, dueDay));
  await setReminders(service, company.companyId);
  return company;
}

/** As if the actions were stored long ago, and reminders on since the day before yesterday. */
async function beginMorning({ databaseUrl }: Service, { companyId }: Company): Promise<void> {
  const client = await openClient(databaseUrl);
  await client.query(`UPDATE plan_action SET stored_at = stored_at - interval '30 days'`);
  await client.query(
    `UPDATE reminder_setting SET reminders_since = now() - interval '2 days' WHERE company_id = $1`,
    [companyId],
  );
  await client.end();
}
