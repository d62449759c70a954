import { allowedAdditions, allowedBadRows, allowedEnds, allowedPeople } from './protection.js';

describe('the people whom a sync may bring back, or whose keys it may change', () => {
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

describe('the people whom a sync may end', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 1],
    [6, 3],
    [10, 5],
    [59, 5],
    [60, 6],
    [1_000, 100],
  ])('of %i are %i', (people, allowed) => {
    expect(allowedEnds({ minEnds: 5, maxEndsPercent: 10 }, people)).toBe(allowed);
  });

  it('may be all where the deployment says so', () => {
    expect(allowedEnds({ minEnds: 5, maxEndsPercent: 100 }, 3)).toBe(3);
  });
});

describe('the people whom a sync may add', () => {
  it.each([
    [0, Infinity],
    [1, 20],
    [10, 20],
    [11, 22],
    [1_000, 2_000],
  ])('to %i are %i', (people, allowed) => {
    expect(allowedAdditions(people)).toBe(allowed);
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
