import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { pathOf, type GivenArea } from './given-area.js';
import { arrange, changeOf, countsOf } from './order.js';
import { MAX_ISSUES } from './segmentation.errors.js';

/** An area by its parent, which is null for a root, and its position among the children of that parent. */
export interface Area {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly position: number;
}

/** An area and the number of areas above it. */
export interface WalkedArea extends Area {
  readonly depth: number;
}

interface Node {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly childIds: readonly string[];
}

/** All areas of a company (interface 2.6). Nothing here recurses, because areas nest to any depth. */
export class AreaForest {
  private constructor(
    private readonly nodes: ReadonlyMap<string, Node>,
    private readonly rootIds: readonly string[],
  ) {}

  /** @param areas - all areas of a company, in the order of their positions */
  static of(areas: readonly Area[]): AreaForest {
    const childIds = new Map<string | null, string[]>([[null, []]]);
    for (const { id } of areas) childIds.set(id, []);
    for (const { id, parentId } of areas) childIds.get(parentId)?.push(id);
    const nodes = areas.map(({ id, name, parentId }) => ({
      id,
      name,
      parentId,
      childIds: childIds.get(id) ?? [],
    }));
    return new AreaForest(new Map(nodes.map((node) => [node.id, node])), childIds.get(null) ?? []);
  }

  /** All areas, each before its children, and children in their order. */
  walk(): WalkedArea[] {
    const walked: WalkedArea[] = [];
    const open: Omit<WalkedArea, 'name'>[] = [];
    const visit = (ids: readonly string[], parentId: string | null, depth: number): void => {
      for (let position = ids.length - 1; position >= 0; position--) {
        open.push({ id: ids[position] as string, parentId, position, depth });
      }
    };
    visit(this.rootIds, null, 0);
    for (let next = open.pop(); next; next = open.pop()) {
      const { name, childIds } = this.nodes.get(next.id) as Node;
      walked.push({ ...next, name });
      visit(childIds, next.id, next.depth + 1);
    }
    return walked;
  }

  /**
   * The areas after an import:
   *
   * - An area that is given with children has exactly these, in their order. A stored child that is not among them and
   *   nowhere else in the import is removed, with everything below it that is not in the import.
   * - An area that is given without children keeps those that it has, except those that move elsewhere.
   * - An area at the top of the import stays where it is stored. It becomes a root when it is new, or when its parent
   *   is removed or given without it.
   * - Given roots come in the order of the import: known ones in the places of known ones, new ones at the end.
   *
   * @param given - in the order of the import, each id once
   * @throws {ValidationFailed} AREA_CYCLE where an area would become its own descendant
   */
  with(given: readonly GivenArea[]): AreaForest {
    const byId = new Map(given.map((area) => [area.id, area]));
    const detached = this.detachedBy(byId);
    const parentOf = (id: string): string | null =>
      byId.get(id)?.parent?.id ?? (detached.has(id) ? null : (this.nodes.get(id)?.parentId ?? null));

    const known = [...this.nodes.keys()].filter((id) => byId.has(id) || !detached.has(id));
    const ids = [...known, ...given.flatMap(({ id }) => (this.nodes.has(id) ? [] : [id]))];
    const nodes = ids.map((id): Node => {
      const { name, children } = byId.get(id) ?? {};
      const stored = this.nodes.get(id);
      const kept = (stored?.childIds ?? []).filter((child) => parentOf(child) === id && !detached.has(child));
      return {
        id,
        name: name ?? stored?.name ?? '',
        parentId: parentOf(id),
        childIds: children?.map((child) => child.id) ?? kept,
      };
    });
    const isRoot = (id: string): boolean => parentOf(id) === null;
    const storedRoots = this.rootIds.filter((id) => isRoot(id) && (byId.has(id) || !detached.has(id)));
    const rootIds = arrange(storedRoots, given.map(({ id }) => id).filter(isRoot));
    const after = new AreaForest(new Map(nodes.map((node) => [node.id, node])), rootIds);
    after.refuseCycles(given);
    return after;
  }

  /**
   * What an import did to the areas that it gave. An area is updated when its name, its parent or its list of children
   * has changed; a root also when its place among the roots has.
   */
  countsSince(before: AreaForest, given: readonly GivenArea[]): ImportCounts {
    const [old, now] = [before.describe(), this.describe()];
    return countsOf(given.map(({ id }) => changeOf(old(id), now(id))));
  }

  private describe(): (id: string) => object | undefined {
    const places = new Map(this.rootIds.map((id, place) => [id, place]));
    return (id) => {
      const node = this.nodes.get(id);
      return node && { ...node, root: places.get(id) };
    };
  }

  /**
   * Stored areas that lose their parent: it is given with children that they are not among, or it is removed. Those of
   * them that are in the import become roots or move; the others are removed, which detaches their children.
   */
  private detachedBy(given: ReadonlyMap<string, GivenArea>): ReadonlySet<string> {
    const detached = new Set<string>();
    const removed: string[] = [];
    const detachChildren = ({ id, childIds }: Node): void => {
      for (const child of childIds) {
        if (given.get(child)?.parent?.id === id) continue;
        detached.add(child);
        if (!given.has(child)) removed.push(child);
      }
    };
    for (const node of this.nodes.values()) if (given.get(node.id)?.children) detachChildren(node);
    for (let id = removed.pop(); id !== undefined; id = removed.pop()) {
      detachChildren(this.nodes.get(id) as Node);
    }
    return detached;
  }

  /** Every area has one parent, so areas that a walk from the roots misses are in a cycle or below one. */
  private refuseCycles(given: readonly GivenArea[]): void {
    const seen = new Set(this.walk().map(({ id }) => id));
    const cycles: GivenArea[] = [];
    for (const start of this.nodes.keys()) {
      const climbed: string[] = [];
      let id = start;
      for (; !seen.has(id); id = this.nodes.get(id)?.parentId as string) {
        seen.add(id);
        climbed.push(id);
      }
      const cycle = climbed.includes(id) ? new Set(climbed.slice(climbed.indexOf(id))) : undefined;
      const closing = cycle && given.findLast((area) => area.parent && cycle.has(area.id));
      if (closing) cycles.push(closing);
    }
    if (cycles.length === 0) return;
    const [code, message] = ['AREA_CYCLE', 'must not come to lie below itself'];
    const issues = cycles.slice(0, MAX_ISSUES).map((area) => ({ path: pathOf(area), code, message }));
    throw new ValidationFailed(issues);
  }
}
