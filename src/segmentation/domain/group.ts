import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { idIssues, newId } from '../../shared-kernel/id.js';
import { givenTwice } from '../../shared-kernel/record-importer.js';
import { below, objectIssues } from '../../shared-kernel/shape.js';
import { InvalidSegmentation } from './segmentation.errors.js';
import { requiredName } from './segmentation.rules.js';

/** People of a company who have something in common, wherever they work (interface 2.7). */
export interface Group {
  readonly id: string;
  readonly name: string;
}

/**
 * Groups from records in the shape in which the API returns them; one without an id gets a new one.
 * @throws {InvalidSegmentation} by paths like `[2].name`
 */
export function readGroups(records: readonly unknown[]): Group[] {
  const issues: ValidationIssue[] = records.flatMap((record, index) =>
    below(`[${index}]`, objectIssues(record, { id: idIssues, name: requiredName })),
  );
  if (issues.length > 0) throw new InvalidSegmentation(issues);
  const checked = records as readonly { readonly id?: string | null; readonly name: string }[];
  const groups = checked.map(({ id, name }) => ({ id: id ?? newId(), name }));
  checkDistinct(groups);
  return groups;
}

/** @throws {InvalidSegmentation} naming each record whose id one before it has */
export function checkDistinct(records: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  const issues = records.flatMap(({ id }, index) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated ? [givenTwice(`[${index}].id`)] : [];
  });
  if (issues.length > 0) throw new InvalidSegmentation(issues);
}
