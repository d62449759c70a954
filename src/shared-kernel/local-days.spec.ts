import fc from 'fast-check';
import { addDays, calendarDay, localDay, mondayOf, momentOf, weekdayOf } from './local-days.js';

const ZONES = [
  'UTC',
  'Europe/Madrid',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'Asia/Kathmandu',
];

const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Local time in a zone, `YYYY-MM-DD HH:mm`. */
function clock(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment);
}

/** The first minute at which a clock shows the hour or later, looked for minute by minute. */
function firstMinute(day: string, hour: number, timeZone: string): string {
  const wanted = `${day} ${String(hour).padStart(2, '0')}:00`;
  const minutes = Array.from({ length: 15 * 60 }, (_, minute) => minute * 60_000);
  const around = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  // No zone is more than 14 hours from UTC, and no clock is set by more than an hour.
  const offset = around - Date.parse(`${clock(new Date(around), timeZone).replace(' ', 'T')}:00Z`);
  const from = around + offset - 7 * 3_600_000;
  const found = minutes.find((ms) => clock(new Date(from + ms), timeZone) >= wanted);
  return new Date(from + (found ?? NaN)).toISOString();
}

describe('days', () => {
  it.each([
    ['2027-03-01', 'MONDAY', '2027-03-01'],
    ['2027-02-28', 'SUNDAY', '2027-02-22'],
    ['2024-02-29', 'THURSDAY', '2024-02-26'],
  ])('%s is a %s of the week that begins on %s', (day, weekday, monday) => {
    expect(weekdayOf(day)).toBe(weekday);
    expect(mondayOf(day)).toBe(monday);
  });

  it('are added over months and years', () => {
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });
});

describe('calendarDay', () => {
  it('keeps a date without a time in every zone, and takes a moment to its zone', () => {
    expect(calendarDay(new Date('2027-03-28T00:00:00.000Z'), 'Pacific/Chatham')).toBe('2027-03-28');
    expect(calendarDay(new Date('2027-03-28T00:00:00.000Z'), 'America/St_Johns')).toBe('2027-03-28');
    expect(calendarDay(new Date('2027-03-28T23:00:00.000Z'), 'Pacific/Chatham')).toBe('2027-03-29');
    expect(calendarDay(new Date('2027-03-28T01:00:00.000Z'), 'America/St_Johns')).toBe('2027-03-27');
  });
});

describe('momentOf', () => {
  it.each([
    ['2027-03-28', 2, 'Europe/Madrid', '2027-03-28T01:00:00.000Z'], // 02:00 does not exist: 03:00
    ['2027-10-31', 2, 'Europe/Madrid', '2027-10-31T00:00:00.000Z'], // the first of two
    ['2027-10-03', 2, 'Australia/Lord_Howe', '2027-10-02T15:30:00.000Z'], // 02:30
    ['2027-09-26', 3, 'Pacific/Chatham', '2027-09-25T14:15:00.000Z'], // 04:00, fifteen minutes after the change
  ])('%s at %i in %s is %s', (day, hour, timeZone, moment) => {
    expect(momentOf(day, hour, timeZone).toISOString()).toBe(moment);
  });

  it('is the first minute at which clocks show the hour, wherever they show it', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 23 }), fc.constantFrom(...ZONES), (day, hour, timeZone) => {
        const moment = momentOf(day, hour, timeZone);
        const isShown = clock(moment, timeZone) === `${day} ${String(hour).padStart(2, '0')}:00`;
        if (isShown) expect(moment.toISOString()).toBe(firstMinute(day, hour, timeZone));
        else expect(clock(moment, timeZone) > `${day} ${String(hour).padStart(2, '0')}:00`).toBe(true);
        expect(localDay(moment, timeZone)).toBe(day);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['UTC', '2026-07-01', '2026-07-01T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-07-01', '2026-06-30T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-07-01', '2026-07-01T11:00:00.000Z'],
    // Put forward, and put back, in the night after midnight, and the days after.
    ['Europe/Madrid', '2027-03-28', '2027-03-27T23:00:00.000Z'],
    ['Europe/Madrid', '2027-03-29', '2027-03-28T22:00:00.000Z'],
    ['Europe/Madrid', '2027-10-31', '2027-10-30T22:00:00.000Z'],
    ['Europe/Madrid', '2027-11-01', '2027-10-31T23:00:00.000Z'],
    // Half an hour.
    ['Australia/Lord_Howe', '2027-04-04', '2027-04-03T13:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-05', '2027-04-04T13:30:00.000Z'],
    ['Pacific/Chatham', '2027-04-04', '2027-04-03T10:15:00.000Z'],
    ['Pacific/Chatham', '2027-04-05', '2027-04-04T11:15:00.000Z'],
    // Put forward at midnight: the day begins at one o'clock. Put back at midnight: 23 o'clock comes twice.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  ])('begins the day in %s: %s at %s', (timeZone, day, start) => {
    expect(momentOf(day, 0, timeZone).toISOString()).toBe(start);
  });
});
