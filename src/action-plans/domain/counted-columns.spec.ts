import { areaIdsIn, areaIdsOf, focusTypesIn, focusTypesOf, MAX_COUNTED_BYTES } from './counted-columns.js';

describe('the columns by which actions are counted', () => {
  it.each([[[]], [['one']], [['one', 'two, three']]])('have the areas %j', (hierarchyIds) => {
    expect(areaIdsIn(areaIdsOf({ hierarchyIds })!)).toEqual(hierarchyIds);
  });

  it('have no areas that are too many for an index, in bytes', () => {
    const fitting = 'é'.repeat(MAX_COUNTED_BYTES / 2);
    expect(areaIdsOf({ hierarchyIds: [fitting] })).toBe(fitting);
    expect(areaIdsOf({ hierarchyIds: [`${fitting}a`] })).toBeUndefined();
  });

  it('have each kind of goal once', () => {
    const focusItems = (['ENPS', 'SCORE', 'ENPS'] as const).map((focusType) => ({ focusType }));
    expect(focusTypesIn(focusTypesOf({ focusItems }))).toEqual(['SCORE', 'ENPS']);
    expect(focusTypesIn(focusTypesOf({ focusItems: [] }))).toEqual([]);
  });
});
