import type { AreaForest } from './area-forest.js';
import {
  completed,
  holdersOfValues,
  valueIssues,
  type Characteristic,
  type GivenCharacteristic,
} from './characteristic.js';
import { pathOf, withIds, type GivenArea } from './given-area.js';
import { completeGroup, type GivenGroup, type Group } from './group.js';
import { holdersOf, identifierOf, keyIssues, type Identified } from './keys.js';
import { merge } from './order.js';
import { pathAt, refuse } from './record-issues.js';

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
}

/** The rules are those of {@link AreaForest.with}. @throws {ValidationFailed} */
export function mergeAreas(
  stored: AreaForest,
  given: readonly GivenArea[],
  { isPruning, isWhole }: MergeOptions,
): Merged<AreaForest, GivenArea> {
  const identified = withIds(given, identifierOf(stored.walk()));
  const path = (index: number): string => pathOf(identified[index] as GivenArea);
  refuse(keyIssues(identified, new Map(), path)); // each is placed once
  const kept = isPruning ? stored.only(new Set(identified.map(({ id }) => id))) : stored;
  const records = kept.with(identified, isWhole);
  refuse(keyIssues(identified, holdersOf(records.walk()), path));
  return { records, identified };
}

/** Known groups take the places of known ones, new ones come at the end. @throws {ValidationFailed} */
export function mergeGroups(
  stored: readonly Group[],
  given: readonly GivenGroup[],
  { isPruning }: MergeOptions,
): Merged<readonly Group[], Identified<GivenGroup>> {
  const idOf = identifierOf(stored);
  const known = new Map(stored.map((group) => [group.id, group]));
  const identified = given.map((group) => ({ ...group, id: idOf(group) }));
  const complete = identified.map((group) => completeGroup(group, known.get(group.id)));
  const records = merge(keptOf(stored, identified, isPruning), complete);
  refuse(keyIssues(identified, holdersOf(records), pathAt));
  return { records, identified };
}

/** Order as with groups. @throws {ValidationFailed} */
export function mergeCharacteristics(
  stored: readonly Characteristic[],
  given: readonly GivenCharacteristic[],
  { isPruning, keepsValues }: MergeOptions & { readonly keepsValues: boolean },
): Merged<readonly Characteristic[], Identified<GivenCharacteristic>> {
  const idOf = identifierOf(stored);
  const known = new Map(stored.map((characteristic) => [characteristic.id, characteristic]));
  const identified = given.map((record) => ({ ...record, id: idOf(record) }));
  const complete = identified.map((record) => completed(record, known.get(record.id), keepsValues));
  const records = merge(keptOf(stored, identified, isPruning), complete);
  refuse([...keyIssues(identified, holdersOf(records), pathAt), ...issuesOfValues(identified, records)]);
  return { records, identified };
}

function issuesOfValues(
  identified: readonly Identified<GivenCharacteristic>[],
  records: readonly Characteristic[],
): ReturnType<typeof valueIssues> {
  const byId = new Map(records.map((record) => [record.id, record]));
  const holders = holdersOfValues(records);
  return identified.flatMap((given, index) => {
    const record = byId.get(given.id);
    return record ? valueIssues(given, record, holders, pathAt(index)) : [];
  });
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
