import type { ExternalIds } from './references.js';

/** Objects of a kind that give way to another one, to which everything goes that refers to them. */
export interface ReferenceMove {
  readonly kind: 'area' | 'group' | 'value';
  /** Ids of those that give way. */
  readonly from: readonly string[];
  readonly to: string;
  /** For values: the id of the characteristic that has them. */
  readonly characteristicId?: string;
}

/** Gives the ids after a move for those before. */
export function idsAfter({ kind, from, to, characteristicId }: ReferenceMove): ExternalIds {
  const gone = new Set(from);
  const moved = (concerned: ReferenceMove['kind'], id: string): string =>
    kind === concerned && gone.has(id) ? to : id;
  return {
    area: (id) => moved('area', id),
    group: (id) => moved('group', id),
    characteristic: (id) => id,
    value: (characteristic, id) => (characteristic === characteristicId ? moved('value', id) : id),
  };
}
