import fc from 'fast-check';

/** An area as an import may give it, with or without its children. */
export interface Tree {
  readonly id: string;
  readonly name: string;
  readonly children?: Tree[];
}

const POOL = Array.from({ length: 8 }, (_, at) => at.toString(16).repeat(24));

/** Imports of some areas of the pool, each below an earlier one or at the top, with or without its children. */
export const anyAreaImport: fc.Arbitrary<Tree[]> = fc
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

type Place = { readonly below: string } | 'root' | 'cycle';

/** Trees with some areas only. What was below one that is removed follows at the end. */
function only(trees: readonly Tree[], ids: ReadonlySet<string>): Tree[] {
  const raised: Tree[] = [];
  const keep = (tree: Tree): Tree[] => {
    const children = (tree.children ?? []).flatMap(keep);
    if (ids.has(tree.id)) return [{ ...tree, children }];
    raised.push(...children);
    return [];
  };
  return [...trees.flatMap(keep), ...raised];
}

function idsIn(trees: readonly Tree[]): string[] {
  return trees.flatMap(({ id, children = [] }) => [id, ...idsIn(children)]);
}

/** The same rules with pruning: areas that are not given are removed first. */
export function prunedModelWith(stored: readonly Tree[], given: readonly Tree[]): Tree[] | 'cycle' {
  return modelWith(only(stored, new Set(idsIn(given))), given);
}

/** A second, recursive implementation of the rules, which may be slow. */
export function modelWith(stored: readonly Tree[], given: readonly Tree[]): Tree[] | 'cycle' {
  const describe = (trees: readonly Tree[], parent?: Tree): { tree: Tree; parent: Tree | undefined }[] =>
    trees.flatMap((tree) => [{ tree, parent }, ...describe(tree.children ?? [], tree)]);
  const was = new Map(describe(stored).map((entry) => [entry.tree.id, entry]));
  const inFile = new Map(describe(given).map((entry) => [entry.tree.id, entry]));
  const isLeftOut = (id: string): boolean => {
    const parent = was.get(id)?.parent;
    if (!parent) return false;
    const named = inFile.get(parent.id);
    return named ? named.tree.children !== undefined : isLeftOut(parent.id);
  };
  const place = (id: string, above: readonly string[] = []): Place => {
    if (above.includes(id)) return 'cycle';
    const named = inFile.get(id)?.parent;
    const parent = named ?? was.get(id)?.parent;
    if (!parent) return 'root';
    if (!named && inFile.has(id) && isLeftOut(id)) return 'root';
    return place(parent.id, [...above, id]) === 'cycle' ? 'cycle' : { below: parent.id };
  };
  const ids = [...new Set([...was.keys(), ...inFile.keys()])];
  if (ids.some((id) => place(id) === 'cycle')) return 'cycle';
  const isBelow = (id: string, parent: string): boolean => {
    const at = place(id);
    return typeof at === 'object' && at.below === parent;
  };
  const build = (id: string): Tree => {
    const named = inFile.get(id)?.tree;
    const children = [...(named?.children ?? []), ...(was.get(id)?.tree.children ?? [])];
    const childIds = new Set(children.map((child) => child.id).filter((child) => isBelow(child, id)));
    return { id, name: (named ?? was.get(id)!.tree).name, children: [...childIds].map(build) };
  };
  const isRoot = (id: string): boolean => place(id) === 'root';
  const known = stored.map(({ id }) => id).filter(isRoot);
  const named = [...inFile.keys()].filter(isRoot);
  const waiting = [...named];
  const ordered = known.map((id) => (named.includes(id) ? waiting.shift()! : id));
  return [...ordered, ...waiting].map(build);
}
