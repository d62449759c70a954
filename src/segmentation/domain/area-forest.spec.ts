import fc from 'fast-check';
import type { DomainError } from '../../shared-kernel/domain-error.js';
import { AreaForest } from './area-forest.js';
import { readAreas } from './given-area.js';

interface Tree {
  readonly id: string;
  readonly name: string;
  readonly children?: Tree[];
}

const POOL = Array.from({ length: 8 }, (_, at) => at.toString(16).repeat(24));

/** Imports of some areas of the pool, each below an earlier one or at the top, with or without its children. */
const anyImport: fc.Arbitrary<Tree[]> = fc
  .tuple(
    fc.shuffledSubarray(POOL),
    fc.array(fc.tuple(fc.nat(8), fc.boolean(), fc.constantFrom('A', 'B')), { minLength: 8, maxLength: 8 }),
  )
  .map(([ids, choices]) => {
    const roots: Tree[] = [];
    const all: { id: string; name: string; children?: Tree[] }[] = [];
    ids.forEach((id, at) => {
      const [place, tellsChildren, name] = choices[at]!;
      const tree = { id, name, ...(tellsChildren && { children: [] }) };
      const parent = place < all.length ? all[place] : undefined;
      if (parent) (parent.children ??= []).push(tree);
      else roots.push(tree);
      all.push(tree);
    });
    return roots;
  });

type Place = { readonly below: string } | 'root' | 'gone' | 'cycle';

/** The rules once more, said by recursion and without any care for cost. */
function modelWith(stored: readonly Tree[], given: readonly Tree[]): Tree[] | 'cycle' {
  const describe = (trees: readonly Tree[], parent?: Tree): { tree: Tree; parent: Tree | undefined }[] =>
    trees.flatMap((tree) => [{ tree, parent }, ...describe(tree.children ?? [], tree)]);
  const was = new Map(describe(stored).map((entry) => [entry.tree.id, entry]));
  const says = new Map(describe(given).map((entry) => [entry.tree.id, entry]));
  const place = (id: string, above: readonly string[] = []): Place => {
    if (above.includes(id)) return 'cycle';
    const told = says.get(id)?.parent;
    const parent = told ?? was.get(id)?.parent;
    if (!parent) return 'root';
    const isLetGo = !told && says.get(parent.id)?.tree.children !== undefined;
    const up = isLetGo ? 'gone' : place(parent.id, [...above, id]);
    if (up === 'cycle') return up;
    if (up === 'gone') return says.has(id) ? 'root' : 'gone';
    return { below: parent.id };
  };
  const ids = [...new Set([...was.keys(), ...says.keys()])];
  if (ids.some((id) => place(id) === 'cycle')) return 'cycle';
  const isBelow = (id: string, parent: string): boolean => {
    const at = place(id);
    return typeof at === 'object' && at.below === parent;
  };
  const build = (id: string): Tree => {
    const told = says.get(id)?.tree;
    const children = told?.children ?? was.get(id)?.tree.children ?? [];
    return {
      id,
      name: (told ?? was.get(id)!.tree).name,
      children: children.filter((child) => isBelow(child.id, id)).map((child) => build(child.id)),
    };
  };
  const isRoot = (id: string): boolean => place(id) === 'root';
  const known = stored.map(({ id }) => id).filter(isRoot);
  const told = [...says.keys()].filter(isRoot);
  const waiting = [...told];
  const ordered = known.map((id) => (told.includes(id) ? waiting.shift()! : id));
  return [...ordered, ...waiting].map(build);
}

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
      fc.property(fc.array(anyImport, { minLength: 1, maxLength: 6 }), (imports) => {
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
    const samples = fc.sample(fc.tuple(anyImport, anyImport), { numRuns: 500, seed: 1 });
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
