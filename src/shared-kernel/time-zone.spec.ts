import { offsetsOf } from './time-zone.js';

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
