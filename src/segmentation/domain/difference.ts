import type { AreaForest } from './area-forest.js';
import type { Characteristic } from './characteristic.js';
import type { Keys } from './keys.js';
import type { Segmentation } from './segmentation.repository.js';

/** An object that a change concerns. */
export interface NamedObject {
  readonly id: string;
  readonly name: string;
  readonly externalId?: string;
}

/** The objects of a part that a change concerns. One that is changed and moved is in both lists. */
export interface Difference {
  readonly added: readonly NamedObject[];
  readonly changed: readonly NamedObject[];
  /** They have another parent, or another place among the objects that were and are beside them. */
  readonly moved: readonly NamedObject[];
  readonly removed: readonly NamedObject[];
  readonly unchanged: number;
}

interface Compared extends Keys {
  readonly name: string;
  readonly parentId?: string | null;
}

type Comparison = (one: Compared, other: Compared) => boolean;

/** Objects of each part in their order. */
const OBJECTS: { readonly [Part in keyof Segmentation]: (part: Segmentation[Part]) => readonly Compared[] } =
  {
    areas: (forest: AreaForest) => forest.walk(),
    groups: (groups) => groups,
    characteristics: (all) => all,
  };

/** Whether two objects have the same properties, besides their places. */
const IS_SAME: { readonly [Part in keyof Segmentation]: Comparison } = {
  areas: isSameNamed,
  groups: isSameNamed,
  characteristics: (one, other) =>
    one === other || (isSameNamed(one, other) && valuesOf(one) === valuesOf(other)),
};

function isSameNamed(one: Compared, other: Compared): boolean {
  return one.name === other.name && (one.externalId ?? null) === (other.externalId ?? null);
}

function valuesOf(one: Compared): string {
  const { type, allowedValues, nodes } = one as Characteristic;
  return JSON.stringify([type, allowedValues, nodes]);
}

export function differenceOf<Part extends keyof Segmentation>(
  part: Part,
  before: Segmentation[Part],
  after: Segmentation[Part],
): Difference {
  const isSame = IS_SAME[part];
  const { same, old, now } = differing(OBJECTS[part](before), OBJECTS[part](after), isSame);
  const [oldById, nowById] = [byId(old), byId(now)];
  const stays = ({ id }: Compared): boolean => {
    const [was, is] = [oldById.get(id), nowById.get(id)];
    return was !== undefined && is !== undefined && was.parentId === is.parentId;
  };
  const [oldPlaces, places] = [placesOf(old.filter(stays)), placesOf(now.filter(stays))];
  const added: Compared[] = [];
  const changed: Compared[] = [];
  const moved: Compared[] = [];
  let unchanged = same;
  for (const one of now) {
    const was = oldById.get(one.id);
    const isMoved = !places.has(one.id) || places.get(one.id) !== oldPlaces.get(one.id);
    if (!was) added.push(one);
    else if (isSame(was, one) && !isMoved) unchanged++;
    else {
      if (!isSame(was, one)) changed.push(one);
      if (isMoved) moved.push(one);
    }
  }
  return {
    added: added.map(named),
    changed: changed.map(named),
    moved: moved.map(named),
    removed: old.filter(({ id }) => !nowById.has(id)).map(named),
    unchanged,
  };
}

/**
 * What is left without the same objects at the beginning and at the end of both lists: most changes of a large structure
 * concern a few of its objects. Each object that stays has the same objects at its sides in both, so places do not
 * differ by it.
 */
function differing(
  old: readonly Compared[],
  now: readonly Compared[],
  isSame: Comparison,
): { readonly same: number; readonly old: readonly Compared[]; readonly now: readonly Compared[] } {
  const isEqual = (one: Compared | undefined, other: Compared | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    one.id === other.id &&
    one.parentId === other.parentId &&
    isSame(one, other);
  let first = 0;
  while (isEqual(old[first], now[first])) first++;
  let last = 0;
  const most = Math.min(old.length, now.length) - first;
  while (last < most && isEqual(old.at(-1 - last), now.at(-1 - last))) last++;
  return {
    same: first + last,
    old: old.slice(first, old.length - last),
    now: now.slice(first, now.length - last),
  };
}

function byId(objects: readonly Compared[]): Map<string, Compared> {
  return new Map(objects.map((one) => [one.id, one]));
}

/** Places among the objects of the same parent. */
function placesOf(objects: readonly Compared[]): Map<string, number> {
  const next = new Map<string | null | undefined, number>();
  return new Map(
    objects.map(({ id, parentId }) => {
      const place = next.get(parentId) ?? 0;
      next.set(parentId, place + 1);
      return [id, place];
    }),
  );
}

function named({ id, name, externalId }: Compared): NamedObject {
  return { id, name, ...(externalId && { externalId }) };
}
