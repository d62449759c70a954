import type { Characteristic } from './characteristic.js';
import { SegmentationTooLarge } from './segmentation.errors.js';
import type { Segmentation } from './segmentation.repository.js';

/** Most areas of a company after a request that adds some. Imports may bring more. */
export const MAX_AREAS = 20_000;

/** Most groups of a company after a request that adds some. */
export const MAX_GROUPS = 10_000;

/** Most characteristics of a company after a request that adds some. */
export const MAX_CHARACTERISTICS = 1_000;

/** Most values or nodes of a characteristic after a request that adds some. */
export const MAX_CHARACTERISTIC_VALUES = 10_000;

interface Size {
  readonly count: number;
  readonly limit: number;
  readonly objects: string;
}

const SIZES: { readonly [Part in keyof Segmentation]: (part: Segmentation[Part]) => Size[] } = {
  areas: (forest) => [{ count: forest.size, limit: MAX_AREAS, objects: 'areas' }],
  groups: ({ length }) => [{ count: length, limit: MAX_GROUPS, objects: 'groups' }],
  characteristics: (all) => [
    { count: all.length, limit: MAX_CHARACTERISTICS, objects: 'characteristics' },
    { count: mostValues(all), limit: MAX_CHARACTERISTIC_VALUES, objects: 'values of a characteristic' },
  ],
};

function mostValues(characteristics: readonly Characteristic[]): number {
  const counts = characteristics.map(({ allowedValues, nodes }) => allowedValues.length + nodes.length);
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

/** A part that is too large already may change, but not grow. @throws {SegmentationTooLarge} */
export function checkSize<Part extends keyof Segmentation>(
  part: Part,
  before: Segmentation[Part],
  after: Segmentation[Part],
): void {
  const old = SIZES[part](before);
  for (const [index, { count, limit, objects }] of SIZES[part](after).entries()) {
    if (count > limit && count > (old[index]?.count ?? 0)) throw new SegmentationTooLarge(limit, objects);
  }
}
