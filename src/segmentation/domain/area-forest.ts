import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { pathOf, type GivenArea } from './given-area.js';
import { externalIdOf, type Keys } from './keys.js';
import { arrange, changeOf, countsOf } from './order.js';
import { MAX_ISSUES } from './segmentation.errors.js';

/** An area by its parent, which is null for a root, and its position among the children of that parent. */
export interface Area extends Keys {
  readonly name: string;
  readonly parentId: string | null;
  readonly position: number;
}

/** An area and the number of areas above it. */
export interface WalkedArea extends Area {
  readonly depth: number;
}

interface Node extends Keys {
  readonly name: string;
  readonly parentId: string | null;
  readonly childIds: readonly string[];
}

const CYCLE = { code: 'AREA_CYCLE', message: 'must not be moved below itself' } as const;

/** All areas of a company. Nothing here recurses, because areas nest to any depth. */
export class AreaForest {
  private walked: readonly WalkedArea[] | undefined;

  private constructor(
    private readonly nodes: ReadonlyMap<string, Node>,
    private readonly rootIds: readonly string[],
  ) {}

  /** @param areas - all areas of a company, in the order of their positions */
  static of(areas: readonly Area[]): AreaForest {
    const rootIds: string[] = [];
    const nodes = new Map<string, Node & { readonly childIds: string[] }>();
    for (const { id, name, externalId, parentId } of areas)
      nodes.set(id, { id, name, externalId: externalId || undefined, parentId, childIds: [] });
    for (const { id, parentId } of areas) {
      if (parentId === null) rootIds.push(id);
      else nodes.get(parentId)?.childIds.push(id);
    }
    return new AreaForest(nodes, rootIds);
  }

  /** All areas, each before its children, and children in their order. A change asks for them many times. */
  walk(): readonly WalkedArea[] {
    return (this.walked ??= this.walkAll());
  }

  private walkAll(): WalkedArea[] {
    const walked: WalkedArea[] = [];
    const open: { readonly ids: readonly string[]; readonly parentId: string | null; next: number }[] = [];
    open.push({ ids: this.rootIds, parentId: null, next: 0 });
    for (let level = open.at(-1); level; level = open.at(-1)) {
      const position = level.next++;
      const node = this.nodes.get(level.ids[position] ?? '');
      if (!node) {
        open.pop();
        continue;
      }
      const { id, name, externalId, childIds } = node;
      const depth = open.length - 1;
      walked.push({ id, name, externalId, parentId: level.parentId, position, depth });
      if (childIds.length > 0) open.push({ ids: childIds, parentId: id, next: 0 });
    }
    return walked;
  }

  /**
   * The areas after an import:
   *
   * - An area that is given with children has these first, in their order. Its stored children that are nowhere in the
   *   import follow, in the order in which they are stored.
   * - An area that is given without children keeps those that it has, except those that move elsewhere.
   * - An area at the top of the import stays where it is stored. It becomes a root when it is new, or when the nearest
   *   given area above it is given with children: then it, or what is above it, is left out.
   * - Given roots come in the order of the import: known ones in the places of known ones, new ones at the end.
   *
   * @param given - in the order of the import, each id once
   * @param isWhole - the import is the whole tree: an area at its top becomes a root
   * @throws {ValidationFailed} AREA_CYCLE where an area would become its own descendant
   */
  with(given: readonly GivenArea[], isWhole = false): AreaForest {
    const byId = new Map(given.map((area) => [area.id, area]));
    const leftOut = this.leftOutBy(byId);
    const parentOf = (id: string): string | null => {
      const area = byId.get(id);
      if (area?.parent) return area.parent.id;
      return area && (isWhole || leftOut.has(id)) ? null : (this.nodes.get(id)?.parentId ?? null);
    };
    const nodes = new Map<string, Node>();
    const nodeOf = (id: string, stored: Node | undefined, area: GivenArea | undefined): Node => {
      const kept = (stored?.childIds ?? []).filter((child) => parentOf(child) === id);
      const first = area?.children?.map((child) => child.id) ?? [];
      return {
        id,
        name: area?.name ?? stored?.name ?? '',
        externalId: area ? externalIdOf(area, stored).externalId : stored?.externalId,
        parentId: parentOf(id),
        childIds: first.length === 0 ? kept : [...new Set([...first, ...kept])],
      };
    };
    for (const [id, stored] of this.nodes) nodes.set(id, nodeOf(id, stored, byId.get(id)));
    for (const [id, area] of byId) if (!nodes.has(id)) nodes.set(id, nodeOf(id, undefined, area));
    const isRoot = (id: string): boolean => parentOf(id) === null;
    const rootIds = arrange(this.rootIds.filter(isRoot), given.map(({ id }) => id).filter(isRoot));
    const after = new AreaForest(nodes, rootIds);
    after.refuseCycles(given);
    return after;
  }

  get size(): number {
    return this.nodes.size;
  }

  /** An area with the number of areas directly below it. */
  get(
    id: string,
  ):
    | (Keys & { readonly name: string; readonly parentId: string | null; readonly children: number })
    | undefined {
    const node = this.nodes.get(id);
    return node && { ...node, children: node.childIds.length };
  }

  /**
   * Adds an area, or changes one, which keeps the areas below it.
   * @param position - among the areas of the same parent; at their end where it is left out or greater
   * @throws {ValidationFailed} AREA_CYCLE
   */
  place(
    { id, name, externalId }: Keys & { readonly name: string },
    parentId: string | null,
    position = Number.POSITIVE_INFINITY,
  ): AreaForest {
    for (let above = parentId; above !== null; above = this.nodes.get(above)?.parentId ?? null) {
      if (above === id) throw new ValidationFailed([{ path: 'parentId', ...CYCLE }]);
    }
    const stored = this.nodes.get(id);
    const nodes = new Map(this.nodes);
    const childrenOf = (parent: string | null): readonly string[] =>
      (parent === null ? this.rootIds : nodes.get(parent)?.childIds) ?? [];
    let rootIds = this.rootIds;
    const setChildren = (parent: string | null, childIds: readonly string[]): void => {
      const node = parent === null ? undefined : nodes.get(parent);
      if (node) nodes.set(node.id, { ...node, childIds });
      else rootIds = childIds;
    };
    if (stored)
      setChildren(
        stored.parentId,
        childrenOf(stored.parentId).filter((child) => child !== id),
      );
    const siblings = parentId === null ? rootIds : childrenOf(parentId);
    setChildren(parentId, siblings.toSpliced(position, 0, id));
    const childIds = stored?.childIds ?? [];
    nodes.set(id, { id, name, ...externalIdOf({ externalId }, undefined), parentId, childIds });
    return new AreaForest(nodes, rootIds);
  }

  /** Only these areas. Those of them whose parent is not among them become roots. */
  only(ids: ReadonlySet<string>): AreaForest {
    const areas = this.walk().filter(({ id }) => ids.has(id));
    if (areas.length === this.size) return this;
    return AreaForest.of(
      areas.map((area) => ({
        ...area,
        parentId: area.parentId !== null && ids.has(area.parentId) ? area.parentId : null,
      })),
    );
  }

  /**
   * Counts the changes of the areas that an import gave. An area is updated when its name, its parent or its list of
   * children has changed; a root also when its place among the roots has. Areas that are removed do not count as such
   * a change.
   */
  countsSince(before: AreaForest, given: readonly GivenArea[]): ImportCounts {
    const isLeft = (id: string): boolean => this.nodes.has(id);
    const [old, now] = [before.describe(isLeft), this.describe(isLeft)];
    return countsOf(given.map(({ id }) => changeOf(old(id), now(id))));
  }

  /** Areas of an earlier forest that are not here. */
  removedSince(before: AreaForest): { id: string; name: string }[] {
    const removed = before.walk().filter(({ id }) => !this.nodes.has(id));
    return removed.map(({ id, name }) => ({ id, name }));
  }

  private describe(isListed: (id: string) => boolean): (id: string) => object | undefined {
    const places = new Map(this.rootIds.filter(isListed).map((id, place) => [id, place]));
    return (id) => {
      const node = this.nodes.get(id);
      return node && { ...node, childIds: node.childIds.filter(isListed), root: places.get(id) };
    };
  }

  /** Stored areas whose nearest given area above them is given with children. */
  private leftOutBy(given: ReadonlyMap<string, GivenArea>): ReadonlySet<string> {
    const leftOut = new Set<string>();
    for (const { id, parentId } of this.walk()) {
      if (parentId === null) continue;
      const parent = given.get(parentId);
      if (parent ? parent.children : leftOut.has(parentId)) leftOut.add(id);
    }
    return leftOut;
  }

  /** Every area has one parent, so areas that a walk from the roots misses are in a cycle or below one. */
  private refuseCycles(given: readonly GivenArea[]): void {
    if (this.walk().length === this.size) return;
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
    const issues = cycles.slice(0, MAX_ISSUES).map((area) => ({ path: pathOf(area), ...CYCLE }));
    throw new ValidationFailed(issues);
  }
}
