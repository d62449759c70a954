import { allowedBadRows, allowedPeople } from './protection.js';

describe('the people whom a sync may end, or bring back', () => {
  it.each([
    [0, 5],
    [59, 5],
    [60, 6],
    [69, 6],
    [1_000, 100],
  ])('of %i are %i', (people, allowed) => {
    expect(allowedPeople({ minEnds: 5, maxEndsPercent: 10 }, people)).toBe(allowed);
  });

  it('may be nobody, or all', () => {
    expect(allowedPeople({ minEnds: 0, maxEndsPercent: 0 }, 100)).toBe(0);
    expect(allowedPeople({ minEnds: 0, maxEndsPercent: 100 }, 100)).toBe(100);
  });
});

describe('the bad rows that a sync may leave out', () => {
  it.each([
    [0, 0],
    [19, 0],
    [20, 1],
    [10_000, 500],
    [100_000, 5_000],
  ])('of %i are %i', (rows, allowed) => {
    expect(allowedBadRows(rows)).toBe(allowed);
  });
});
