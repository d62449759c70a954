import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import { pathOf, type GivenArea } from './given-area.js';
import { arrange, changeOf, countsOf, type Placed } from './order.js';
import { InvalidSegmentation } from './segmentation.errors.js';

/**
 * An area as it is kept: `place` is its number in a walk through all areas of its company, parents before children;
 * `lastPlace` that of the last area below it, or its own.
 */
export type PlacedArea = Placed<{
  readonly id: string;
  readonly name: string;
  readonly lastPlace: number;
}>;

interface Area {
  readonly id: string;
  readonly name: string;
  /** Undefined for a root. */
  readonly parentId: string | undefined;
  readonly childIds: readonly string[];
}

/** What becomes of an area in an import. */
type Fate = 'root' | 'child' | 'removed';

/** All areas of a company (interface 2.6). Nothing here recurses: there is no bound to their depth. */
export class AreaForest {
  private constructor(
    private readonly areas: ReadonlyMap<string, Area>,
    private readonly rootIds: readonly string[],
  ) {}

  /** @param placed - in the order of their places */
  static of(placed: readonly PlacedArea[]): AreaForest {
    const areas = new Map<string, Area & { readonly childIds: string[] }>();
    const rootIds: string[] = [];
    const open: PlacedArea[] = [];
    for (const area of placed) {
      while (open.length > 0 && (open.at(-1)?.lastPlace ?? 0) < area.place) open.pop();
      const parentId = open.at(-1)?.id;
      const siblings = parentId === undefined ? rootIds : areas.get(parentId)?.childIds;
      siblings?.push(area.id);
      areas.set(area.id, { id: area.id, name: area.name, parentId, childIds: [] });
      open.push(area);
    }
    return new AreaForest(areas, rootIds);
  }

  /** All areas, in the order of their places. */
  placed(): PlacedArea[] {
    const walked: Area[] = [];
    const open = [...this.rootIds].reverse();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const area = this.get(id);
      walked.push(area);
      for (let at = area.childIds.length - 1; at >= 0; at--) open.push(area.childIds[at] as string);
    }
    const lastPlaces = new Map<string, number>();
    for (let place = walked.length - 1; place >= 0; place--) {
      const { id, childIds } = walked[place] as Area;
      lastPlaces.set(id, lastPlaces.get(childIds.at(-1) ?? '') ?? place);
    }
    return walked.map(({ id, name }, place) => ({ id, name, place, lastPlace: lastPlaces.get(id) ?? place }));
  }

  /**
   * The areas after an import:
   *
   * - Children that are given are all that an area has, in their order. A stored one that is not among them and
   *   nowhere else in the import is removed, and so is what lies below it and is not in the import.
   * - An area that is given without children keeps those that it has, but for the ones that move elsewhere.
   * - An area that is given at the top stays where it is stored; it becomes a root when it is new, or when its parent
   *   is removed or given without it.
   * - Roots that are given come in their order, known ones in the places of known ones, new ones at the end.
   *
   * @param given - in the order of the import, each id once
   * @throws {InvalidSegmentation} AREA_CYCLE where an area would come to lie below itself
   */
  with(given: readonly GivenArea[]): AreaForest {
    const byId = new Map(given.map((area) => [area.id, area]));
    const fates = this.fatesWith(byId);
    const areas = new Map<string, Area>();
    const keep = (id: string, name: string, childIds: readonly string[]): void => {
      areas.set(id, { id, name, parentId: undefined, childIds });
    };
    for (const { id, name, childIds } of this.areas.values()) {
      if (fates.get(id) === 'removed' || byId.get(id)?.children) continue;
      const staying = childIds.filter((child) => fates.get(child) === 'child' && !byId.get(child)?.parent);
      keep(id, byId.get(id)?.name ?? name, staying);
    }
    for (const { id, name, children } of given) {
      if (children || !areas.has(id)) keep(id, name, children?.map((child) => child.id) ?? []);
    }
    for (const { id, childIds } of areas.values()) {
      for (const child of childIds) areas.set(child, { ...(areas.get(child) as Area), parentId: id });
    }
    const isRoot = (id: string): boolean => fates.get(id) === 'root';
    const rootIds = arrange(this.rootIds.filter(isRoot), given.map(({ id }) => id).filter(isRoot));
    return new AreaForest(areas, rootIds);
  }

  /**
   * What an import has done to the areas that it gave, each counted by itself. An area is updated when its name, its
   * parent or its list of children has changed; a root also when its place among the roots has.
   */
  countsSince(before: AreaForest, given: readonly GivenArea[]): ImportCounts {
    const [old, now] = [before.describe(), this.describe()];
    return countsOf(given.map(({ id }) => changeOf(old(id), now(id))));
  }

  private describe(): (id: string) => object | undefined {
    const places = new Map(this.rootIds.map((id, place) => [id, place]));
    return (id) => {
      const area = this.areas.get(id);
      return area && { ...area, parentId: area.parentId, root: places.get(id) };
    };
  }

  private get(id: string): Area {
    const area = this.areas.get(id);
    if (!area) throw new Error(`There is no area ${id}.`);
    return area;
  }

  private fatesWith(given: ReadonlyMap<string, GivenArea>): ReadonlyMap<string, Fate> {
    const fates = new Map<string, Fate>();
    const cycles: GivenArea[] = [];
    for (const start of [...given.keys(), ...this.areas.keys()]) {
      const climbed = new Set<string>();
      let fate: Fate | undefined;
      let at = start;
      while ((fate = fates.get(at)) === undefined) {
        const parentId = this.parentWith(given, at);
        if (climbed.has(at)) cycles.push(closing(climbed, at, given));
        if (climbed.has(at)) fates.set(at, 'child');
        else if (parentId === null) fates.set(at, 'root');
        else if (parentId === undefined) fates.set(at, given.has(at) ? 'root' : 'removed');
        else {
          climbed.add(at);
          at = parentId;
        }
      }
      for (const id of [...climbed].reverse()) {
        fate = fate !== 'removed' ? 'child' : given.has(id) ? 'root' : 'removed';
        fates.set(id, fate);
      }
    }
    refuseCycles(cycles);
    return fates;
  }

  /** The parent of an area after an import; null for a root, undefined where its parent lets it go. */
  private parentWith(given: ReadonlyMap<string, GivenArea>, id: string): string | null | undefined {
    const moved = given.get(id)?.parent;
    if (moved) return moved.id;
    const parentId = this.areas.get(id)?.parentId;
    if (parentId === undefined) return null;
    return given.get(parentId)?.children ? undefined : parentId;
  }
}

/** The area that closes a cycle of those climbed since one was met that is met again: the last one in the import. */
function closing(
  climbed: ReadonlySet<string>,
  met: string,
  given: ReadonlyMap<string, GivenArea>,
): GivenArea {
  const order = [...climbed];
  const cycle = new Set(order.slice(order.indexOf(met)));
  const moved = [...given.values()].findLast(({ id, parent }) => parent && cycle.has(id));
  if (!moved) throw new Error('The stored areas have a cycle.');
  return moved;
}

function refuseCycles(cycles: readonly GivenArea[]): void {
  if (cycles.length === 0) return;
  const [code, message] = ['AREA_CYCLE', 'must not come to lie below itself'];
  throw new InvalidSegmentation(cycles.map((area) => ({ path: pathOf(area), code, message })));
}
