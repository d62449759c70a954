import fc from 'fast-check';
import type { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { AreaForest } from './area-forest.js';
import {
  anyAreaImport,
  modelWith,
  prunedModelWith,
  type Tree,
} from '../../../test/support/builders/area-model.js';
import { readAreas } from '../interface/segmentation.importers.js';
import { pathOf, type GivenArea } from './given-area.js';

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
      fc.property(
        fc.array(fc.tuple(anyAreaImport, fc.boolean()), { minLength: 1, maxLength: 6 }),
        (imports) => {
          let forest = AreaForest.of([]);
          let model: Tree[] = [];
          for (const [records, isPruning] of imports) {
            const expected = (isPruning ? prunedModelWith : modelWith)(model, records);
            const given = readAreas(records);
            const ids = new Set(given.map(({ id }) => id));
            const after = (): AreaForest => (isPruning ? forest.only(ids) : forest).with(given);
            if (expected === 'cycle') {
              expect(after).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }) as DomainError);
              continue;
            }
            const before = forest;
            forest = restored(after());
            model = expected;
            expect(treesOf(forest)).toEqual(model);
            const { created, updated, unchanged } = forest.countsSince(before, given);
            expect(created + updated + unchanged).toBe(given.length);
            expect(after().walk()).toEqual(forest.walk());
            expect(forest.countsSince(forest, given).unchanged).toBe(given.length);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('meets cycles, removals and moves in these trials', () => {
    const samples = fc.sample(fc.tuple(anyAreaImport, anyAreaImport), { numRuns: 500, seed: 1 });
    const after = samples.map(([first, second]) => {
      const stored = modelWith([], first) as Tree[];
      return { first, kept: modelWith(stored, second), pruned: prunedModelWith(stored, second) };
    });
    expect(after.some(({ kept }) => kept === 'cycle')).toBe(true);
    expect(after.some(({ kept, pruned }) => kept === 'cycle' && pruned !== 'cycle')).toBe(true);
    expect(
      after.some(({ first, pruned }) => JSON.stringify(pruned).length < JSON.stringify(first).length),
    ).toBe(true);
  });
});

describe('an import of areas', () => {
  const area = (id: string, parentId: string | null, position: number) => ({
    id,
    name: id,
    parentId,
    position,
  });
  /** Without a list of children if there are none. */
  const node = (id: string, ...children: Tree[]): Tree => ({
    id,
    name: id,
    ...(children.length > 0 && { children }),
  });

  /** All areas of an import, each before those below it. */
  function given(nodes: readonly Tree[], parent?: GivenArea): GivenArea[] {
    return nodes.flatMap(({ id, name, children }, index) => {
      const siblings: GivenArea[] = [];
      const area = { id, name, parent, index, children: children && siblings };
      const below = given(children ?? [], area);
      siblings.push(...below.filter((one) => one.parent === area));
      return [area, ...below];
    });
  }

  function issuesOf(forest: AreaForest, nodes: Tree[]): string[] {
    try {
      forest.with(given(nodes));
      return [];
    } catch (error) {
      return (error as ValidationFailed).issues.map(({ path, code }) => `${path} ${code}`);
    }
  }

  it('names the last area that closes a cycle, and none below it', () => {
    const forest = AreaForest.of([
      area('d', null, 0),
      area('a', null, 1),
      area('b', 'a', 0),
      area('c', 'b', 0),
    ]);
    const records = [node('c', node('a', node('b'), node('d')))];
    expect(issuesOf(forest, records)).toEqual(['[0].children[0].children[0] AREA_CYCLE']);
    expect(issuesOf(forest, [node('a', node('c'))])).toEqual([]);
  });

  it('has at most 100 issues', () => {
    const numbers = [...Array(101).keys()];
    const forest = AreaForest.of(numbers.flatMap((n) => [area(`a${n}`, null, n), area(`b${n}`, `a${n}`, 0)]));
    const issues = issuesOf(
      forest,
      numbers.map((n) => node(`b${n}`, node(`a${n}`))),
    );
    expect(issues).toEqual(numbers.slice(0, 100).map((n) => `[${n}].children[0] AREA_CYCLE`));
  });

  it('counts what is new, and what has another name, parent, place or list of children', () => {
    const forest = AreaForest.of([area('a', null, 0), area('b', null, 1), area('c', 'a', 0)]);
    const counts = (...nodes: Tree[]) => {
      const areas = given(nodes);
      const { created, updated, unchanged } = forest.with(areas).countsSince(forest, areas);
      return [created, updated, unchanged];
    };
    expect(counts(node('a', node('c')), node('b'))).toEqual([0, 0, 3]);
    expect(counts(node('b'), node('a'))).toEqual([0, 2, 0]);
    expect(counts({ ...node('a'), name: 'A' }, node('c'))).toEqual([0, 1, 1]);
    expect(counts(node('b', node('c')))).toEqual([0, 2, 0]);
    expect(counts(node('a', node('c'), node('d')), node('e'))).toEqual([2, 1, 1]);
  });

  describe('into a(b(c),d,e),f', () => {
    const forest = AreaForest.of([
      area('a', null, 0),
      area('f', null, 1),
      area('b', 'a', 0),
      area('c', 'b', 0),
      area('d', 'a', 1),
      area('e', 'a', 2),
    ]);
    const line = (trees: readonly Tree[]): string =>
      trees.map(({ id, children = [] }) => id + (children.length > 0 ? `(${line(children)})` : '')).join();

    it.each<[string, Tree[], string]>([
      ['one below another that is not given', [node('c')], 'a(b(c),d,e),f'],
      ['an area without children', [node('a')], 'a(b(c),d,e),f'],
      ['an area with an empty list of children', [{ ...node('a'), children: [] }], 'a(b(c),d,e),f'],
      ['the last of the children', [node('a', node('e'))], 'a(e,b(c),d),f'],
      ['a new child', [node('a', node('g'))], 'a(g,b(c),d,e),f'],
      ['a child elsewhere', [node('a', node('e')), node('f', node('b'))], 'a(e,d),f(b(c))'],
      ['an area and one far below it', [node('a'), node('c')], 'a(b(c),d,e),f'],
      ['a child at the top', [node('a', node('e')), node('b')], 'a(e,d),f,b(c)'],
      ['one below a child that is left out', [node('a', node('e')), node('c')], 'a(e,b,d),f,c'],
    ])('keeps what is left out by %s', (_, records, expected) => {
      const areas = given(records);
      const after = forest.with(areas);
      expect(line(treesOf(after))).toBe(expected);
      expect(treesOf(restored(after).with(areas))).toEqual(treesOf(after));
      expect(restored(after).with(areas).countsSince(after, areas).unchanged).toBe(areas.length);
    });

    it.each<[string, Tree[], string, number[]]>([
      ['an area without children', [node('a')], 'a', [0, 0, 1]],
      ['a root that is second', [node('f')], 'f', [0, 0, 1]],
      ['some children', [node('a', node('e'), node('b'))], 'a(e,b)', [0, 1, 2]],
      ['areas that stay below each other', [node('b'), node('c'), node('a')], 'a(b(c))', [0, 0, 3]],
      ['one below a removed area, at the top', [node('a'), node('c')], 'a,c', [0, 1, 1]],
      ['one below a removed area, elsewhere', [node('a', node('c'))], 'a(c)', [0, 2, 0]],
      ['one below a removed area, above its parent', [node('c', node('a'))], 'c(a)', [0, 2, 0]],
      ['new areas only', [node('g', node('h'))], 'g(h)', [2, 0, 0]],
      ['nothing', [], '', [0, 0, 0]],
    ])('has nothing but the given areas, where it is pruned: %s', (_, records, expected, counted) => {
      const areas = given(records);
      const after = forest.only(new Set(areas.map(({ id }) => id))).with(areas);
      expect(line(treesOf(after))).toBe(expected);
      const { created, updated, unchanged } = after.countsSince(forest, areas);
      expect([created, updated, unchanged]).toEqual(counted);
    });
  });

  it('gives areas the paths of their records', () => {
    const areas = given([node('a'), node('b', node('c'), node('d', node('e')))]);
    expect(areas.map((one) => `${one.id} ${pathOf(one)}`).sort()).toEqual([
      'a [0]',
      'b [1]',
      'c [1].children[0]',
      'd [1].children[1]',
      'e [1].children[1].children[0]',
    ]);
  });
});
