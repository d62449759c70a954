import type { ReplacementCounts } from '../../shared-kernel/record-importer.js';
import type { GivenCharacteristic } from './characteristic.js';
import { pathOf, type GivenArea } from './given-area.js';
import type { GivenGroup } from './group.js';
import type { GivenKeys } from './keys.js';
import { mergeAreas, mergeCharacteristics, mergeGroups, type Merged } from './merging.js';
import { countsSince } from './order.js';
import { givenCharacteristicIssues, pathAt, refuse, repetitions } from './record-issues.js';
import type { Segmentation, SegmentationChange } from './segmentation.repository.js';

/** The records of an import, all of which are written or none. */
export interface SegmentationImport<Part extends keyof Segmentation> {
  readonly part: Part;
  readonly given: readonly GivenKeys[];
  /** Path of a record by its index. It is made when it is needed: those of deep areas are long. */
  readonly pathOf: (index: number) => string;
  readonly change: SegmentationChange<Part, ReplacementCounts>;
}

/** Every area counts by itself, also a nested one. */
export function importAreas(given: readonly GivenArea[], isPruning: boolean): SegmentationImport<'areas'> {
  return {
    part: 'areas',
    given,
    pathOf: (index) => pathOf(given[index] as GivenArea),
    change: (stored) => {
      const { records, identified } = mergeAreas(stored, given, { isPruning });
      const removed = records.removedSince(stored);
      return { records, counts: { ...records.countsSince(stored, identified), removed } };
    },
  };
}

/** @throws {ValidationFailed} */
export function importGroups(given: readonly GivenGroup[], isPruning: boolean): SegmentationImport<'groups'> {
  refuse(repetitions(given));
  return {
    ...{ part: 'groups', given, pathOf: pathAt },
    change: (stored) => counted(stored, mergeGroups(stored, given, { isPruning })),
  };
}

/**
 * Allowed values and nodes that are given replace the stored ones; a list that is left out stays, unless the type
 * changes to one without it.
 * @throws {ValidationFailed}
 */
export function importCharacteristics(
  given: readonly GivenCharacteristic[],
): SegmentationImport<'characteristics'> {
  refuse(givenCharacteristicIssues(given));
  return {
    ...{ part: 'characteristics', given, pathOf: pathAt },
    change: (stored) =>
      counted(stored, mergeCharacteristics(stored, given, { isPruning: false, keepsValues: false })),
  };
}

function counted<Record extends { readonly id: string; readonly name: string }>(
  stored: readonly Record[],
  merged: Merged<readonly Record[], { readonly id: string }>,
): { records: readonly Record[]; counts: ReplacementCounts } {
  const { records } = merged;
  const ids = new Set(records.map(({ id }) => id));
  const removed = stored.filter(({ id }) => !ids.has(id)).map(({ id, name }) => ({ id, name }));
  const kept = stored.filter(({ id }) => ids.has(id));
  return { records, counts: { ...countsSince(kept, merged), removed } };
}
