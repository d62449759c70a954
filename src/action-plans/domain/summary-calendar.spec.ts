import { SummaryCalendar } from './summary-calendar.js';

const windowsOf = (now: string, timeZone: string, times: readonly string[]): string[] => {
  const calendar = new SummaryCalendar(new Date(now), timeZone);
  return times.map((time) => calendar.windowOf(new Date(time)));
};

describe('SummaryCalendar', () => {
  it('counts the days of the zone, also across a change of the clock', () => {
    // Tuesday, 23 March 2027, 23:30 in Madrid; summer time begins on the 28th.
    const now = '2027-03-23T22:30:00.000Z';
    const times = [
      '2027-03-23T22:29:59.999Z',
      '2027-03-23T22:30:00.001Z',
      '2027-03-30T21:59:59.999Z',
      '2027-03-30T22:00:00.001Z',
      '2027-04-22T21:59:59.999Z',
      '2027-04-22T22:00:00.001Z',
    ];
    expect(windowsOf(now, 'Europe/Madrid', times)).toEqual([
      'OVERDUE',
      'IN_7_DAYS',
      'IN_7_DAYS',
      'IN_30_DAYS',
      'IN_30_DAYS',
      'LATER',
    ]);
  });

  it.each([
    ['Europe/Madrid', '2027-03-23T22:30:00.000Z', '2027-03-23'],
    ['Europe/Madrid', '2027-03-23T23:00:00.000Z', '2027-03-24'],
    ['Pacific/Chatham', '2027-04-03T10:14:59.999Z', '2027-04-03'],
    ['Pacific/Chatham', '2027-04-03T10:15:00.000Z', '2027-04-04'],
    ['Australia/Lord_Howe', '2027-04-04T13:29:59.999Z', '2027-04-04'],
    ['Australia/Lord_Howe', '2027-04-04T13:30:00.000Z', '2027-04-05'],
    ['Pacific/Pago_Pago', '2027-01-01T10:59:59.999Z', '2026-12-31'],
  ])('takes a date without a time as a day in %s at %s', (timeZone, now, today) => {
    // Such an action is overdue after midnight UTC that ends its day.
    const after = [-1, 0, 7, 8, 30, 31].map((days) =>
      new Date(Date.parse(today) + (days + 1) * 86_400_000).toISOString(),
    );
    expect(windowsOf(now, timeZone, after)).toEqual([
      'OVERDUE',
      'IN_7_DAYS',
      'IN_7_DAYS',
      'IN_30_DAYS',
      'IN_30_DAYS',
      'LATER',
    ]);
  });

  it.each([
    ['Europe/Madrid', '2027-03-28T21:59:59.999Z', '2027-03-22', '2027-03-21T23:00:00.000Z'],
    ['Europe/Madrid', '2027-03-28T22:00:00.000Z', '2027-03-29', '2027-03-28T22:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04T13:30:00.000Z', '2027-04-05', '2027-04-04T13:30:00.000Z'],
    ['Pacific/Chatham', '2027-04-04T11:15:00.000Z', '2027-04-05', '2027-04-04T11:15:00.000Z'],
    ['UTC', '1965-01-07T12:00:00.000Z', '1965-01-04', '1965-01-04T00:00:00.000Z'],
  ])('ends in %s at %s with the week of %s', (timeZone, now, monday, begin) => {
    const { weeks, weekBounds } = new SummaryCalendar(new Date(now), timeZone);
    expect([weeks.length, weekBounds.length]).toEqual([12, 13]);
    expect([weeks.at(-1), weekBounds.at(-2)?.toISOString()]).toEqual([monday, begin]);
    expect(Date.parse(weeks[11]!) - Date.parse(weeks[0]!)).toBe(77 * 86_400_000);
  });
});
