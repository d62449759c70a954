import type { ModelMail } from '../../support/reminder-model.js';
import {
  DAY,
  HOUR,
  MINUTE,
  randomOf,
  ReminderSimulation,
  sorted,
} from '../../support/reminder-simulation.js';

const WORKING = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'];

const COMPANIES = [
  {
    timeZone: 'Europe/Madrid',
    hour: 9,
    weekdays: WORKING,
    from: new Date('2027-02-10T10:00:00Z'),
    seed: 1,
  },
  {
    timeZone: 'Australia/Lord_Howe',
    hour: 2,
    weekdays: WORKING,
    from: new Date('2027-02-10T10:00:00Z'),
    seed: 2,
  },
  {
    timeZone: 'Pacific/Chatham',
    hour: 3,
    weekdays: ['SUNDAY', 'TUESDAY', 'THURSDAY'],
    from: new Date('2027-08-20T10:00:00Z'),
    seed: 3,
  },
];

describe('a quarter of a year of a company', () => {
  it.each(COMPANIES)(
    'gives the mails of the model in $timeZone, seed $seed',
    async ({ seed, ...company }) => {
      const random = randomOf(seed);
      const simulation = await ReminderSimulation.start(company, random);
      try {
        const end = company.from.getTime() + 92 * DAY;
        let mails = 0;
        for (let at = company.from.getTime() + MINUTE; at < end; at += HOUR / 2 + random(4 * HOUR)) {
          if (random(3) === 0) await simulation.happen(at - random(15 * MINUTE));
          if (random(150) === 0) await simulation.restart();
          if (random(40) === 0) simulation.isMailServerUp = false;
          else if (random(3) === 0) simulation.isMailServerUp = true;
          if (random(200) === 0) at += random(4 * DAY); // the service is down
          const { sent, expected } = await simulation.tick(at);
          expect({ at: simulation.model.clock(at), mails: sent }).toEqual({
            at: simulation.model.clock(at),
            mails: expected,
          });
          mails += sent.length;
        }
        expect(mails).toBeGreaterThan(200);
      } finally {
        await simulation.stop();
      }
    },
    300_000,
  );

  it.each(COMPANIES)(
    'gives the mails of the preview of each day in $timeZone, seed $seed',
    async ({ seed, ...company }) => {
      const random = randomOf(seed);
      const simulation = await ReminderSimulation.start(company, random);
      const { model } = simulation;
      try {
        const end = company.from.getTime() + 92 * DAY;
        let mails = 0;
        let today = model.clock(company.from.getTime()).slice(0, 10);
        let shown: ModelMail[] = [];
        let sent: ModelMail[] = [];
        let isWhole = false; // the first day has begun before reminders were turned on
        for (let at = company.from.getTime() + MINUTE; at < end; at += 2 * HOUR) {
          const day = model.clock(at).slice(0, 10);
          if (day !== today) {
            if (isWhole) expect({ day: today, mails: shown }).toEqual({ day: today, mails: sorted(sent) });
            mails += sent.length;
            for (let count = random(4); count > 0; count--) await simulation.happen(at);
            if (random(2) === 0) {
              await simulation.tick(at + 2 * MINUTE); // what is assigned after these mails waits for the morning
              await simulation.happen(at + 3 * MINUTE);
            }
            shown = await simulation.preview(day);
            [today, sent, isWhole] = [day, [], true];
          }
          sent.push(...(await simulation.tick(at + 5 * MINUTE)).sent);
        }
        expect(mails).toBeGreaterThan(150);
      } finally {
        await simulation.stop();
      }
    },
    300_000,
  );
});
