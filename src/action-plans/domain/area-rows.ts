/** Fewest people that a figure of a summary is about, as works councils ask for. */
export const MIN_AREA_PEOPLE = 5;

/** An area by its parent, which is null for a root, and the people of it alone. */
export interface PeopledArea {
  readonly id: string;
  readonly parentId: string | null;
  readonly people: number;
}

/** The areas that a summary may name. */
export interface AreaRows {
  /** Those that have a row. */
  readonly shown: ReadonlySet<string>;
  /** Those of them by which a summary may be filtered. */
  readonly filterable: ReadonlySet<string>;
}

interface Node {
  readonly id: string;
  readonly own: number;
  /** With those of the areas below. */
  people: number;
  /** The areas with a row that are below this one, without another area with a row between them. */
  below: Node[];
}

/**
 * The areas that have a row. An area counts the people of itself and of all areas below it.
 *
 * - An area with fewer than {@link MIN_AREA_PEOPLE} people has no row.
 * - The people of a row who are in no row below it are none or at least as many. Otherwise the row with the fewest
 *   people directly below is hidden, too, until this holds. So no figure about fewer people follows by subtraction.
 * - A filter finds the actions of an area itself, without those of areas below. So the row without these and without
 *   the rows below is about the areas below that have no row: their people, too, are none or at least as many.
 *
 * Figures play no part, so that rows do not come and go with filters.
 * @param areas - each before the areas below it
 */
export function areaRows(areas: readonly PeopledArea[]): AreaRows {
  const nodes = new Map<string, Node>();
  for (const { id, people } of areas) nodes.set(id, { id, own: people, people, below: [] });
  const shown = new Set<string>();
  const filterable = new Set<string>();
  for (const { id, parentId } of areas.toReversed()) {
    const node = nodes.get(id) as Node;
    const parent = nodes.get(parentId ?? '');
    if (parent) parent.people += node.people;
    if (node.people < MIN_AREA_PEOPLE) continue;
    for (const hidden of hideSmallest(node)) for (const set of [shown, filterable]) set.delete(hidden);
    shown.add(id);
    if (isEnough(restOf(node) - node.own)) filterable.add(id);
    parent?.below.unshift(node);
  }
  return { shown, filterable };
}

/** Hides rows below an area until its remaining people are enough. @returns their ids */
function hideSmallest(node: Node): string[] {
  const hidden: string[] = [];
  while (!isEnough(restOf(node))) {
    const smallest = node.below.reduce((least, other) => (other.people < least.people ? other : least));
    node.below = node.below.flatMap((each) => (each === smallest ? each.below : [each]));
    hidden.push(smallest.id);
  }
  return hidden;
}

/** The people of an area who are in no row below it. */
function restOf({ people, below }: Node): number {
  return below.reduce((rest, each) => rest - each.people, people);
}

function isEnough(people: number): boolean {
  return people === 0 || people >= MIN_AREA_PEOPLE;
}
