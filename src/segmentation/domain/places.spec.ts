import { placesFor } from './places.js';

const stored = new Map(['a', 'b', 'c', 'd', 'e'].map((id, index) => [id, index * 1_024]));

/** The entries whose places differ from the stored ones. */
const changed = (ids: readonly string[], known: ReadonlyMap<string, number> = stored): string[] => {
  const places = placesFor(ids, known);
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(new Set(places).size).toBe(ids.length);
  return ids.filter((id, index) => places[index] !== known.get(id));
};

describe('the places of a list', () => {
  it.each([
    ['nothing differs', 'a b c d e', 0],
    ['the first one is removed', 'b c d e', 0],
    ['one in between is removed', 'a b d e', 0],
    ['all are removed', '', 0],
    ['one is added at the end', 'a b c d e x', 1],
    ['some are added at the beginning', 'x y a b c d e', 2],
    ['some are added in between', 'a b x y z c d e', 3],
    ['the last one is moved to the beginning', 'e a b c d', 1],
    ['the first one is moved to the end', 'b c d e a', 1],
    ['two change their places', 'a d c b e', 2],
  ])('changes only what it must when %s', (_, order, count) => {
    expect(changed(order.split(' ').filter(Boolean))).toHaveLength(count);
  });

  it('begins with room between the entries of a new list', () => {
    expect(placesFor(['a', 'b', 'c'], new Map())).toEqual([0, 1_024, 2_048]);
  });

  it('gives all entries new places where there is no room left', () => {
    const close = new Map([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
    expect(placesFor(['a', 'b', 'x', 'c'], close)).toEqual([0, 1_024, 2_048, 3_072]);
    expect(placesFor(['a', 'c', 'x'], close)).toEqual([0, 2, 1_026]);
    const last = new Map([['a', 2_147_483_000]]);
    expect(placesFor(['a', 'x'], last)).toEqual([0, 1_024]);
  });
});
