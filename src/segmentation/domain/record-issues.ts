import { givenTwice } from '../../shared-kernel/record-importer.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { characteristicIssues, type GivenCharacteristic } from './characteristic.js';
import type { GivenKeys } from './keys.js';
import { repeatedIds } from './order.js';
import { MAX_ISSUES } from './segmentation.errors.js';

/** @throws {ValidationFailed} with the first of the issues */
export function refuse(issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new ValidationFailed(issues.slice(0, MAX_ISSUES));
}

/** Path of a record in a list. */
export function pathAt(index: number): string {
  return `[${index}]`;
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

/** Rules of characteristics by themselves. */
export function givenCharacteristicIssues(given: readonly GivenCharacteristic[]): ValidationIssue[] {
  return [
    ...given.flatMap((one, index) =>
      characteristicIssues(one).map((found) => ({ ...found, path: propertyPath(pathAt(index), found.path) })),
    ),
    ...repetitions(given),
  ];
}
