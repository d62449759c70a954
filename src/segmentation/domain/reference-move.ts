import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { FINDERS, findValue, type Loss } from './loss.js';
import type { Segmentation } from './segmentation.repository.js';

/** Objects of a kind that give way to another one, to which everything goes that refers to them. */
export interface ReferenceMove {
  readonly kind: 'area' | 'group' | 'value';
  /** Ids of those that give way. */
  readonly from: readonly string[];
  readonly to: string;
  /** For values: the id of the characteristic that has them. */
  readonly characteristicId?: string;
}

/** Ids after a move for those before. */
interface IdsAfter {
  area(id: string): string;
  group(id: string): string;
  characteristic(id: string): string;
  value(characteristic: string, id: string): string;
}

export function idsAfter({ kind, from, to, characteristicId }: ReferenceMove): IdsAfter {
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

/**
 * The move from what a change removes to one object.
 * @param moveTo - id or external id of an object that is left
 * @returns undefined where nothing is removed
 * @throws {ValidationFailed} where no such object is left
 */
export function moveOf<Part extends keyof Segmentation>(
  part: Part,
  { after, loss }: { readonly after: Segmentation[Part]; readonly loss: Loss },
  moveTo: string,
): ReferenceMove | undefined {
  if (loss.kind !== 'characteristic') {
    const to = FINDERS[part](after, moveTo);
    if (to === undefined) throw unknown(loss.kind === 'area' ? 'an area' : 'a group');
    return loss.ids.length === 0 ? undefined : { kind: loss.kind, from: loss.ids, to };
  }
  const [lost] = loss.values;
  if (!lost) return undefined;
  const { characteristicId, ids } = lost;
  const to = findValue(after as Segmentation['characteristics'], characteristicId, moveTo);
  if (to === undefined) throw unknown('a value of the characteristic');
  return { kind: 'value', from: ids, to, characteristicId };
}

function unknown(kind: string): ValidationFailed {
  const message = `must be the id or external id of ${kind} that is left`;
  return new ValidationFailed([{ path: 'moveTo', code: 'UNKNOWN_REFERENCE', message }]);
}
