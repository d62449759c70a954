import type { AreaForest } from './area-forest.js';
import { completed, type Characteristic, type GivenCharacteristic } from './characteristic.js';
import { withIds, type GivenArea } from './given-area.js';
import { completeGroup, type GivenGroup, type Group } from './group.js';
import { identifierOf, type Identified } from './keys.js';
import { merge } from './order.js';

/** Records after some were given, and those with the ids that they have. */
export interface Merged<Records, Given> {
  readonly records: Records;
  readonly identified: readonly Given[];
}

export interface MergeOptions {
  /** Objects that are not given are removed. */
  readonly isPruning: boolean;
  /** The given areas are the whole tree, so that those at the top become roots. */
  readonly isWhole?: boolean;
  /** Called before records are placed, which needs each id once. */
  readonly check?: (identified: readonly GivenArea[]) => void;
}

/** The rules are those of {@link AreaForest.with}. */
export function mergeAreas(
  stored: AreaForest,
  given: readonly GivenArea[],
  { isPruning, isWhole, check }: MergeOptions,
): Merged<AreaForest, GivenArea> {
  const identified = withIds(given, identifierOf(stored.walk()));
  check?.(identified);
  const kept = isPruning ? stored.only(new Set(identified.map(({ id }) => id))) : stored;
  return { records: kept.with(identified, isWhole), identified };
}

/** Known groups take the places of known ones, new ones come at the end. */
export function mergeGroups(
  stored: readonly Group[],
  given: readonly GivenGroup[],
  { isPruning }: MergeOptions,
): Merged<readonly Group[], Identified<GivenGroup>> {
  const idOf = identifierOf(stored);
  const known = new Map(stored.map((group) => [group.id, group]));
  const identified = given.map((group) => ({ ...group, id: idOf(group) }));
  const complete = identified.map((group) => completeGroup(group, known.get(group.id)));
  return { records: merge(keptOf(stored, identified, isPruning), complete), identified };
}

/** Order as with groups. */
export function mergeCharacteristics(
  stored: readonly Characteristic[],
  given: readonly GivenCharacteristic[],
  { isPruning, keepsValues }: MergeOptions & { readonly keepsValues: boolean },
): Merged<readonly Characteristic[], Identified<GivenCharacteristic>> {
  const idOf = identifierOf(stored);
  const known = new Map(stored.map((characteristic) => [characteristic.id, characteristic]));
  const identified = given.map((record) => ({ ...record, id: idOf(record) }));
  const complete = identified.map((record) => completed(record, known.get(record.id), keepsValues));
  return { records: merge(keptOf(stored, identified, isPruning), complete), identified };
}

function keptOf<T extends { readonly id: string }>(
  stored: readonly T[],
  identified: readonly { readonly id: string }[],
  isPruning: boolean,
): readonly T[] {
  if (!isPruning) return stored;
  const ids = new Set(identified.map(({ id }) => id));
  return stored.filter(({ id }) => ids.has(id));
}
