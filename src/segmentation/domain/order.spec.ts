import { arrange, changeOf, countsOf, countsSince, merge, repeatedIds } from './order.js';

describe('arrange', () => {
  it.each([
    [[], ['a', 'b'], 'a b'],
    [['a', 'b'], [], 'a b'],
    [['a', 'b', 'c', 'd'], ['d', 'x', 'a'], 'd b c x a'],
    [['a', 'b', 'c', 'd'], ['c', 'b'], 'a c b d'],
    [['a', 'b', 'c', 'd'], ['x', 'a', 'y'], 'x b c d a y'],
  ])('puts into %j of %j: %j', (stored, given, expected) => {
    expect(arrange(stored, given).join(' ')).toBe(expected);
  });
});

describe('merge', () => {
  const stored = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
    { id: 'c', name: 'C' },
  ];

  const counts = (given: typeof stored) =>
    countsSince(stored, { records: merge(stored, given), identified: given });

  it('updates known records in their places and adds new ones at the end', () => {
    const given = [
      { id: 'b', name: 'B2' },
      { id: 'd', name: 'D' },
      { id: 'c', name: 'C' },
    ];
    // The new one takes the place of a known one that comes later.
    const records = [stored[0], given[0], given[1], given[2]];
    expect(merge(stored, given)).toEqual(records);
    expect(counts(given)).toEqual({ created: 1, updated: 2, unchanged: 0 });
  });

  it('counts what stays as unchanged', () => {
    expect(merge(stored, stored.slice(1))).toEqual(stored);
    expect(counts(stored.slice(1))).toEqual({ created: 0, updated: 0, unchanged: 2 });
  });

  it('counts another place as a change', () => {
    expect(counts(stored.toReversed())).toEqual({ created: 0, updated: 2, unchanged: 1 });
  });
});

describe('repeatedIds', () => {
  it('has the index of every repetition', () => {
    expect(repeatedIds([])).toEqual([]);
    expect(repeatedIds(['a', 'b', 'a', 'c', 'a', 'b'].map((id) => ({ id })))).toEqual([2, 4, 5]);
  });
});

describe('changeOf', () => {
  it('compares descriptions', () => {
    const changes = [
      changeOf(undefined, { a: 1 }),
      changeOf({ a: 1 }, { a: 1 }),
      changeOf({ a: 1 }, { a: 2 }),
      changeOf({ a: 2 }, { a: 1 }),
    ];
    expect(changes).toEqual(['created', 'unchanged', 'updated', 'updated']);
    expect(countsOf(changes)).toEqual({ created: 1, updated: 2, unchanged: 1 });
  });
});
