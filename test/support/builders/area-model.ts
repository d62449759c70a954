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

type Place = { readonly below: string } | 'root' | 'gone' | 'cycle';

/** The rules once more, said by recursion and without any care for cost. */
export function modelWith(stored: readonly Tree[], given: readonly Tree[]): Tree[] | 'cycle' {
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
