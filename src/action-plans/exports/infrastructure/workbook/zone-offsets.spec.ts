import { ZoneOffsets } from './zone-offsets.js';

describe('ZoneOffsets', () => {
  it.each([
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345],
    ['America/New_York', '1850-01-01T00:00:00Z', -(4 * 60 + 56 + 2 / 60)],
  ])('of %s at %s', (timeZone, moment, minutes) => {
    const offsets = new ZoneOffsets(timeZone);
    expect(offsets.at(new Date(moment))).toBe(minutes * 60_000);
    expect(offsets.at(new Date(moment))).toBe(minutes * 60_000);
  });

  it('has none for a date that is not one', () => {
    expect(new ZoneOffsets('Europe/Berlin').at(new Date(NaN))).toBe(0);
  });
});
