import type { GivenKeys } from './keys.js';

/** An area as an import gives it. */
export interface GivenArea extends GivenKeys {
  readonly name: string;
  /** The area among whose children it is given; undefined at the top of the import. */
  readonly parent: GivenArea | undefined;
  /** Its index among them. */
  readonly index: number;
  /** All its children in their order; undefined when the import does not list them. */
  readonly children: readonly GivenArea[] | undefined;
}

/** Areas with the ids of the stored ones. @param given - parents before children */
export function withIds(given: readonly GivenArea[], idOf: (area: GivenArea) => string): GivenArea[] {
  const copies = new Map<GivenArea, GivenArea & { readonly children: GivenArea[] | undefined }>();
  for (const area of given) {
    const parent = area.parent && copies.get(area.parent);
    const { name, externalId, index } = area;
    const children: GivenArea[] | undefined = area.children && [];
    const copy = { id: idOf(area), isUnnamed: false, name, externalId, parent, index, children };
    copies.set(area, copy);
    parent?.children?.push(copy);
  }
  return [...copies.values()];
}

/** Path of an area in its import, like `[2].children[0]`. */
export function pathOf(area: GivenArea): string {
  const steps: string[] = [];
  for (let at: GivenArea | undefined = area; at; at = at.parent) steps.push(`[${at.index}]`);
  return steps.reverse().join('.children');
}
