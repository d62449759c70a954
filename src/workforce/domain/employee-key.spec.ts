import { isPossible } from './employee-key.js';
import { startOfToday } from './turnover-day.js';

describe('isPossible', () => {
  it.each([
    [{ email: 'jo@example.com' }, true],
    [{ email: 'jo' }, false],
    [{ externalId: 'HR-1' }, true],
    [{ externalId: 'x'.repeat(255) }, true],
    [{ externalId: 'x'.repeat(256) }, false],
    [{ externalId: '' }, false],
    [{ externalId: 'a\0' }, false],
  ])('is of %j %s', (key, expected) => {
    expect(isPossible(key)).toBe(expected);
  });
});

describe('startOfToday', () => {
  it('is midnight UTC', () => {
    expect(startOfToday(new Date('2026-03-02T23:59:59.999Z'))).toEqual(new Date('2026-03-02T00:00:00.000Z'));
    expect(startOfToday().toISOString()).toMatch(/T00:00:00\.000Z$/);
  });
});
