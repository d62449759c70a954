import { WEEKDAYS } from '../../shared-kernel/local-days.js';
import { digestAfter, type RemindingCompany } from './reminding-company.js';

const MONDAY = '2026-03-02';
const COMPANY: RemindingCompany = {
  ...{ companyId: 'company', name: 'Company', timeZone: 'Europe/Lisbon', language: 'en', hour: 7 },
  ...{ weekdays: WEEKDAYS, remindersSince: null, digestSince: new Date('2026-01-01T00:00:00Z') },
  ...{ plannedMorning: null, plannedDigest: null },
};

describe('the digest that follows a morning', () => {
  it.each([
    ['is at 08:00 of the same day', {}, MONDAY, '2026-03-02T08:00:00.000Z'],
    [
      'is on the first day of the week that has a morning',
      { weekdays: ['WEDNESDAY'] },
      '2026-03-04',
      '2026-03-04T08:00:00.000Z',
    ],
    ['is on no other day', {}, '2026-03-03', undefined],
    ['is none while the company wants none', { digestSince: null }, MONDAY, undefined],
    [
      'is none before the company wanted it',
      { digestSince: new Date('2026-03-02T08:00:01Z') },
      MONDAY,
      undefined,
    ],
    ['is none when it is planned already', { plannedDigest: MONDAY }, MONDAY, undefined],
  ] as const)('%s', (_, changes, morning, expected) => {
    expect(digestAfter({ ...COMPANY, ...changes }, morning)?.toISOString()).toBe(expected);
  });
});
