import { givenTwice } from '../../shared-kernel/record-importer.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { AreaForest } from './area-forest.js';
import {
  characteristicIssues,
  holdersOfValues,
  valueIssues,
  type Characteristic,
  type GivenCharacteristic,
} from './characteristic.js';
import { pathOf, type GivenArea } from './given-area.js';
import { holdersOf, keyIssues, type GivenKeys, type Identified, type Keys } from './keys.js';
import type { Merged } from './merging.js';
import { repeatedIds } from './order.js';
import { MAX_ISSUES } from './segmentation.errors.js';

/** @throws {ValidationFailed} with the first of the issues */
export function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues.slice(0, MAX_ISSUES));
}

/** Ids that a list gives twice. */
export function repetitions(given: readonly { readonly id: string }[]): ValidationIssue[] {
  return repeatedIds(given).map((index) => givenTwice(`${pathAt(index)}.id`));
}

/** Records that a repeated request would add again, because nothing names them. */
export function unnamedIssues(
  given: readonly GivenKeys[],
  pathOfRecord: (index: number) => string = pathAt,
): ValidationIssue[] {
  const message = 'is required where there is no externalId';
  return given.flatMap(({ isUnnamed, externalId }, index) =>
    isUnnamed && !externalId
      ? [{ path: propertyPath(pathOfRecord(index), 'id'), code: 'REQUIRED', message }]
      : [],
  );
}

/** Path of a record in a list. */
export function pathAt(index: number): string {
  return `[${index}]`;
}

/** Areas that turn out to be the same: each id is given once. */
export function repeatedAreaIssues(identified: readonly GivenArea[]): ValidationIssue[] {
  return keyIssues(identified, new Map(), (index) => pathOf(identified[index] as GivenArea));
}

export function areaIssues({ identified, records }: Merged<AreaForest, GivenArea>): ValidationIssue[] {
  return keyIssues(identified, holdersOf(records.walk()), (index) => pathOf(identified[index] as GivenArea));
}

export function groupIssues({
  identified,
  records,
}: Merged<readonly Keys[], Identified<GivenKeys>>): ValidationIssue[] {
  return keyIssues(identified, holdersOf(records), pathAt);
}

/** Rules of characteristics by themselves. */
export function givenCharacteristicIssues(given: readonly GivenCharacteristic[]): ValidationIssue[] {
  return given.flatMap((one, index) =>
    characteristicIssues(one).map((found) => ({ ...found, path: propertyPath(pathAt(index), found.path) })),
  );
}

export function mergedCharacteristicIssues({
  identified,
  records,
}: Merged<readonly Characteristic[], Identified<GivenCharacteristic>>): ValidationIssue[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const holders = holdersOfValues(records);
  return [
    ...keyIssues(identified, holdersOf(records), pathAt),
    ...identified.flatMap((given, index) => {
      const record = byId.get(given.id);
      return record ? valueIssues(given, record, holders, pathAt(index)) : [];
    }),
  ];
}
