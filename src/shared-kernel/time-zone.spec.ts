import { offsetsOf, startOfDay } from './time-zone.js';

describe('offsetsOf', () => {
  it.each([
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345],
    ['America/New_York', '1850-01-01T00:00:00Z', -(4 * 60 + 56 + 2 / 60)],
  ])('knows %s at %s', (timeZone, moment, minutes) => {
    expect(offsetsOf(timeZone)(Date.parse(moment))).toBe(minutes * 60_000);
  });
});

describe('startOfDay', () => {
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
  ])('is in %s for %s', (timeZone, day, start) => {
    expect(new Date(startOfDay(Date.parse(day), offsetsOf(timeZone))).toISOString()).toBe(start);
  });
});
