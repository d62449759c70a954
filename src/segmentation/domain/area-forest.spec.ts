import fc from 'fast-check';
import type { DomainError } from '../../shared-kernel/domain-error.js';
import { AreaForest } from './area-forest.js';
import { anyAreaImport, modelWith, type Tree } from '../../../test/support/builders/area-model.js';
import { readAreas } from './given-area.js';

function treesOf(forest: AreaForest): Tree[] {
  const roots: Tree[] = [];
  const open: { tree: Tree; lastPlace: number }[] = [];
  for (const { id, name, place, lastPlace } of forest.placed()) {
    while (open.length > 0 && open.at(-1)!.lastPlace < place) open.pop();
    const tree = { id, name, children: [] };
    (open.at(-1)?.tree.children ?? roots).push(tree);
    open.push({ tree, lastPlace });
  }
  return roots;
}

describe('AreaForest', () => {
  it('is after any imports what the rules say', () => {
    fc.assert(
      fc.property(fc.array(anyAreaImport, { minLength: 1, maxLength: 6 }), (imports) => {
        let forest = AreaForest.of([]);
        let model: Tree[] = [];
        for (const records of imports) {
          const expected = modelWith(model, records);
          const given = readAreas(records);
          if (expected === 'cycle') {
            const refused = (): unknown => forest.with(given);
            expect(refused).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }) as DomainError);
            continue;
          }
          const before = forest;
          forest = AreaForest.of(forest.with(given).placed());
          model = expected;
          expect(treesOf(forest)).toEqual(model);
          expect(forest.placed().map(({ place }) => place)).toEqual(forest.placed().map((_, at) => at));
          const { created, updated, unchanged } = forest.countsSince(before, given);
          expect(created + updated + unchanged).toBe(given.length);
          expect(forest.with(given).placed()).toEqual(forest.placed());
          expect(forest.countsSince(forest, given).unchanged).toBe(given.length);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('meets cycles, removals and moves in these trials', () => {
    const samples = fc.sample(fc.tuple(anyAreaImport, anyAreaImport), { numRuns: 500, seed: 1 });
    const after = samples.map(([first, second]) => ({
      first,
      outcome: modelWith(modelWith([], first) as Tree[], second),
    }));
    expect(after.some(({ outcome }) => outcome === 'cycle')).toBe(true);
    expect(
      after.some(({ first, outcome }) => JSON.stringify(outcome).length < JSON.stringify(first).length),
    ).toBe(true);
  });
});
