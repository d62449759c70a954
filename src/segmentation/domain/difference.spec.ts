import { AreaForest } from './area-forest.js';
import { differenceOf } from './difference.js';

/** `A(B,C)` by ids that are the names. */
function forestOf(...areas: readonly [id: string, parentId: string | null, name?: string][]): AreaForest {
  return AreaForest.of(
    areas.map(([id, parentId, name = id], position) => ({ id, name, parentId, position })),
  );
}
const names = (before: AreaForest, after: AreaForest) => {
  const { unchanged, ...lists } = differenceOf('areas', before, after);
  const shown = Object.entries(lists).map(([list, objects]) => [
    list,
    objects.map(({ id }: { id: string }) => id).join(''),
  ]);
  return { unchanged, ...Object.fromEntries(shown.filter(([, ids]) => ids !== '')) };
};
const STORED = forestOf(['A', null], ['B', 'A'], ['C', 'A'], ['D', null]);

describe('differenceOf', () => {
  it.each<[string, AreaForest, object]>([
    ['the same', STORED, { unchanged: 4 }],
    [
      'another name',
      forestOf(['A', null], ['B', 'A', 'b'], ['C', 'A'], ['D', null]),
      { changed: 'B', unchanged: 3 },
    ],
    [
      'another parent',
      forestOf(['A', null], ['B', 'A'], ['D', null], ['C', 'D']),
      { moved: 'C', unchanged: 3 },
    ],
    [
      'another order',
      forestOf(['D', null], ['A', null], ['B', 'A'], ['C', 'A']),
      { moved: 'DA', unchanged: 2 },
    ],
    [
      'one before the others',
      forestOf(['E', null], ['A', null], ['B', 'A'], ['C', 'A'], ['D', null]),
      { added: 'E', unchanged: 4 },
    ],
    [
      'none of the first',
      forestOf(['B', null, 'b'], ['C', null]),
      { changed: 'B', moved: 'BC', removed: 'AD', unchanged: 0 },
    ],
  ])('has what differs: %s', (_, after, expected) => {
    expect(names(STORED, after)).toEqual(expected);
  });

  it('sees values of characteristics', () => {
    const one = {
      id: 'a',
      name: 'A',
      type: 'LIST',
      allowedValues: [{ id: 'v', label: 'V' }],
      nodes: [],
    } as const;
    const after = { ...one, allowedValues: [{ id: 'v', label: 'V', externalId: 'X' }] };
    expect(differenceOf('characteristics', [one], [after])).toMatchObject({
      changed: [{ id: 'a' }],
      moved: [],
    });
    expect(differenceOf('characteristics', [one], [one])).toMatchObject({ changed: [], unchanged: 1 });
  });
});
