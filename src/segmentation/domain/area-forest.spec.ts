import fc from 'fast-check';
import type { DomainError } from '../../shared-kernel/domain-error.js';
import { AreaForest } from './area-forest.js';
import { anyAreaImport, modelWith, type Tree } from '../../../test/support/builders/area-model.js';
import { readAreas } from '../interface/area.importer.js';

function treesOf(forest: AreaForest): Tree[] {
  const roots: Tree[] = [];
  const children = new Map<string | null, Tree[]>([[null, roots]]);
  for (const { id, name, parentId, position } of forest.walk()) {
    const tree = { id, name, children: [] };
    const siblings = children.get(parentId)!;
    expect(siblings.push(tree) - 1).toBe(position);
    children.set(id, tree.children);
  }
  return roots;
}

/** As a database gives them back: by position, with no other order. */
const restored = (forest: AreaForest): AreaForest =>
  AreaForest.of(forest.walk().toSorted((one, other) => one.position - other.position));

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
          forest = restored(forest.with(given));
          model = expected;
          expect(treesOf(forest)).toEqual(model);
          const { created, updated, unchanged } = forest.countsSince(before, given);
          expect(created + updated + unchanged).toBe(given.length);
          expect(forest.with(given).walk()).toEqual(forest.walk());
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
