import fc from 'fast-check';
import type { DomainError } from '../../shared-kernel/domain-error.js';
import type { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { AreaForest } from './area-forest.js';
import { anyAreaImport, modelWith, type Tree } from '../../../test/support/builders/area-model.js';
import { readAreas } from '../interface/area.importer.js';
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

describe('an import of areas', () => {
  const area = (id: string, parentId: string | null, position: number) => ({
    id,
    name: id,
    parentId,
    position,
  });
  interface Node {
    readonly id: string;
    readonly name: string;
    readonly children: readonly Node[];
  }
  const node = (id: string, ...children: Node[]): Node => ({ id, name: id, children });

  /** All areas of an import, each before those below it. */
  function given(nodes: readonly Node[], parent?: GivenArea): GivenArea[] {
    return nodes.flatMap(({ id, name, children }, index) => {
      const siblings: GivenArea[] = [];
      const area = { id, name, parent, index, children: children.length > 0 ? siblings : undefined };
      const below = given(children, area);
      siblings.push(...below.filter((one) => one.parent === area));
      return [area, ...below];
    });
  }

  function issuesOf(forest: AreaForest, nodes: Node[]): string[] {
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
    const counts = (...nodes: Node[]) => {
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
