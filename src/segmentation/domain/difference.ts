import type { AreaForest } from './area-forest.js';
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

interface Compared extends NamedObject {
  readonly parentId: string | null;
  /** JSON of its own properties. */
  readonly content: string;
}

/** Objects of each part in their order. */
const COMPARED: {
  readonly [Part in keyof Segmentation]: (part: Segmentation[Part]) => readonly Compared[];
} = {
  areas: (forest: AreaForest) => forest.walk().map((area) => comparedOf(area, area.parentId)),
  groups: (groups) => groups.map((group) => comparedOf(group)),
  characteristics: (all) => all.map((one) => comparedOf(one, null, [one.type, one.allowedValues, one.nodes])),
};

function comparedOf(
  { id, name, externalId }: Keys & { readonly name: string },
  parentId: string | null = null,
  rest: readonly unknown[] = [],
): Compared {
  const content = JSON.stringify([name, externalId ?? null, ...rest]);
  return { id, name, ...(externalId && { externalId }), parentId, content };
}

export function differenceOf<Part extends keyof Segmentation>(
  part: Part,
  before: Segmentation[Part],
  after: Segmentation[Part],
): Difference {
  const [old, now] = [COMPARED[part](before), COMPARED[part](after)];
  const [oldById, nowById] = [byId(old), byId(now)];
  const stays = (one: Compared): boolean =>
    oldById.get(one.id)?.parentId === one.parentId && nowById.get(one.id)?.parentId === one.parentId;
  const [oldPlaces, places] = [placesOf(old.filter(stays)), placesOf(now.filter(stays))];
  const known = now.filter(({ id }) => oldById.has(id));
  const isChanged = (one: Compared): boolean => oldById.get(one.id)?.content !== one.content;
  const isMoved = ({ id }: Compared): boolean => !places.has(id) || places.get(id) !== oldPlaces.get(id);
  return {
    added: now.filter(({ id }) => !oldById.has(id)).map(named),
    changed: known.filter(isChanged).map(named),
    moved: known.filter(isMoved).map(named),
    removed: old.filter(({ id }) => !nowById.has(id)).map(named),
    unchanged: known.filter((one) => !isChanged(one) && !isMoved(one)).length,
  };
}

function byId(objects: readonly Compared[]): Map<string, Compared> {
  return new Map(objects.map((one) => [one.id, one]));
}

/** Places among the objects of the same parent. */
function placesOf(objects: readonly Compared[]): Map<string, number> {
  const next = new Map<string | null, number>();
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
