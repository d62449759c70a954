import type { AreaForest } from './area-forest.js';
import { valuesOf, type AllowedValue, type Characteristic } from './characteristic.js';
import { findBy, type Keys } from './keys.js';
import type { Segmentation } from './segmentation.repository.js';

/** Ids that a change takes away from those who refer to them. */
export interface Loss {
  readonly kind: 'area' | 'group' | 'characteristic';
  readonly ids: readonly string[];
  /** Values and nodes that characteristics have lost. */
  readonly values: readonly LostValues[];
  /** Names of all of them, and labels of values. */
  readonly names: ReadonlyMap<string, string>;
  /** False where nobody can be concerned. */
  readonly isAny: boolean;
}

export interface LostValues {
  readonly characteristicId: string;
  readonly ids: readonly string[];
}

export const LOSSES: {
  readonly [Part in keyof Segmentation]: (before: Segmentation[Part], after: Segmentation[Part]) => Loss;
} = {
  areas: (before, after) => lossOf('area', before.walk(), after.walk()),
  groups: (before, after) => lossOf('group', before, after),
  characteristics: (before, after) => {
    const byId = new Map(after.map((one) => [one.id, one]));
    const values = before.map((one) => ({
      characteristicId: one.id,
      lost: missing(valuesOf(one), storedValues(byId.get(one.id))),
    }));
    const loss = lossOf('characteristic', before, after);
    const labels = values.flatMap(({ lost }) => lost.map(({ id, label }) => [id, label] as const));
    const isTypeChanged = before.some(({ id, type }) => (byId.get(id)?.type ?? type) !== type);
    return {
      ...loss,
      values: values
        .filter(({ lost }) => lost.length > 0)
        .map(({ characteristicId, lost }) => ({ characteristicId, ids: lost.map(({ id }) => id) })),
      names: new Map([...loss.names, ...labels]),
      isAny: loss.isAny || labels.length > 0 || isTypeChanged,
    };
  },
};

/** The id of the object of a part that a reference names. */
export const FINDERS: {
  readonly [Part in keyof Segmentation]: (part: Segmentation[Part], written: string) => string | undefined;
} = {
  areas: (forest: AreaForest, written) => findBy(forest.walk(), written)?.id,
  groups: (groups, written) => findBy(groups, written)?.id,
  characteristics: (all, written) => findBy(all, written)?.id,
};

/** The id of a value or node of a characteristic. */
export function findValue(
  characteristics: readonly Characteristic[],
  characteristicId: string,
  written: string,
): string | undefined {
  return findBy(storedValues(findBy(characteristics, characteristicId)), written)?.id;
}

function storedValues(characteristic: Characteristic | undefined): readonly AllowedValue[] {
  return characteristic ? valuesOf(characteristic) : [];
}

function lossOf(
  kind: Loss['kind'],
  before: readonly (Keys & { readonly name: string })[],
  after: readonly Keys[],
): Loss {
  const lost = missing(before, after);
  return {
    kind,
    ids: lost.map(({ id }) => id),
    values: [],
    names: new Map(lost.map(({ id, name }) => [id, name])),
    isAny: lost.length > 0,
  };
}

function missing<T extends Keys>(before: readonly T[], after: readonly Keys[]): T[] {
  const ids = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !ids.has(id));
}
