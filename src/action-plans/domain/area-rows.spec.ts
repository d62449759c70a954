import fc from 'fast-check';
import { areaRows, MIN_AREA_PEOPLE, type PeopledArea } from './area-rows.js';

/** Areas, each before the areas below it. */
const areas = fc
  .array(fc.record({ above: fc.nat(), people: fc.nat(9), isRoot: fc.boolean() }), { maxLength: 40 })
  .map((given) =>
    given.map(({ above, people, isRoot }, index): PeopledArea => ({
      id: `area ${index}`,
      parentId: index === 0 || (isRoot && above % 4 === 0) ? null : `area ${above % index}`,
      people,
    })),
  );

/** The areas above an area, nearest first. */
function above(all: readonly PeopledArea[], { parentId }: PeopledArea): PeopledArea[] {
  const parent = all.find(({ id }) => id === parentId);
  return parent ? [parent, ...above(all, parent)] : [];
}

const within = (all: readonly PeopledArea[], area: PeopledArea): PeopledArea[] =>
  all.filter((one) => one === area || above(all, one).includes(area));

const sum = (all: readonly PeopledArea[]): number => all.reduce((total, { people }) => total + people, 0);

const isEnough = (people: number): boolean => people === 0 || people >= 5;

/** The people of an area who are in no other area of a set that is below it. */
function restOf(all: readonly PeopledArea[], area: PeopledArea, rows: ReadonlySet<string>): PeopledArea[] {
  const below = within(all, area).filter((one) => one !== area && rows.has(one.id));
  const covered = new Set(below.flatMap((one) => within(all, one)));
  return within(all, area).filter((one) => !covered.has(one));
}

const rowsOf = (all: readonly PeopledArea[]): string[] => [...areaRows(all).shown].sort();

describe('areaRows', () => {
  it('shows no area with fewer than five people', () => {
    expect(MIN_AREA_PEOPLE).toBe(5);
    fc.assert(
      fc.property(areas, (all) => {
        const { shown } = areaRows(all);
        for (const area of all)
          if (shown.has(area.id)) expect(sum(within(all, area))).toBeGreaterThanOrEqual(5);
      }),
    );
  });

  it('leaves no row from which figures about one to four people follow by subtraction', () => {
    fc.assert(
      fc.property(areas, (all) => {
        const { shown } = areaRows(all);
        for (const area of all)
          if (shown.has(area.id)) expect(isEnough(sum(restOf(all, area, shown)))).toBe(true);
      }),
    );
  });

  it('filters only by areas whose own actions tell nothing about few people below without a row', () => {
    fc.assert(
      fc.property(areas, (all) => {
        const { shown, filterable } = areaRows(all);
        for (const area of all) {
          const hidden = restOf(all, area, shown).filter((one) => one !== area);
          expect(filterable.has(area.id)).toBe(shown.has(area.id) && isEnough(sum(hidden)));
        }
      }),
    );
  });

  const tree = (...given: [id: string, parentId: string | null, people: number][]): PeopledArea[] =>
    given.map(([id, parentId, people]) => ({ id, parentId, people }));

  it.each<[string, PeopledArea[], string[]]>([
    ['none of no areas', [], []],
    ['roots with five people', tree(['a', null, 5], ['b', null, 4]), ['a']],
    ['people of areas below', tree(['a', null, 0], ['b', 'a', 3], ['c', 'a', 2]), ['a']],
    ['all where nobody is left', tree(['a', null, 0], ['b', 'a', 5], ['c', 'a', 6]), ['a', 'b', 'c']],
    ['all where five are left', tree(['a', null, 2], ['b', 'a', 5], ['c', 'a', 3]), ['a', 'b']],
    ['not the smaller where one is left', tree(['a', null, 1], ['b', 'a', 5], ['c', 'a', 6]), ['a', 'c']],
    [
      'not the smaller where few are hidden',
      tree(['a', null, 0], ['b', 'a', 9], ['c', 'a', 3], ['d', 'a', 8]),
      ['a', 'b'],
    ],
    ['what is below a hidden one', tree(['a', null, 1], ['b', 'a', 5], ['c', 'b', 5]), ['a', 'c']],
    ['nothing below, if need be', tree(['a', null, 1], ['b', 'a', 0], ['c', 'b', 5]), ['a']],
  ])('shows %s', (_, all, expected) => {
    expect(rowsOf(all)).toEqual(expected);
  });
});
