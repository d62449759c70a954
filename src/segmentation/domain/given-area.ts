import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { idIssues, newId } from '../../shared-kernel/id.js';
import { givenTwice } from '../../shared-kernel/record-importer.js';
import { anyArray, below, isRecord, objectIssues } from '../../shared-kernel/shape.js';
import { InvalidSegmentation, MAX_FAULTS } from './segmentation.errors.js';
import { requiredName } from './segmentation.rules.js';

/** An area as an import gives it. */
export interface GivenArea {
  readonly id: string;
  readonly name: string;
  /** The area whose children it is given among; undefined at the top of the import. */
  readonly parent: GivenArea | undefined;
  /** Its place among them. */
  readonly index: number;
  /** All its children in their order; undefined when the import says nothing of them. */
  readonly children: readonly GivenArea[] | undefined;
}

const SHAPE = { id: idIssues, name: requiredName, children: anyArray };

/** A record that is still to be read, and where it was found. */
interface Found extends Pick<GivenArea, 'parent' | 'index'> {
  readonly record: unknown;
  readonly siblings: GivenArea[];
}

/**
 * Areas, parents before children and in the order of the import, from records in the shape in which the API returns
 * them. One without an id gets a new one. However deep they nest, nothing here recurses.
 * @throws {InvalidSegmentation} by paths like `[2].children[0].name`; at most 100 issues
 */
export function readAreas(records: readonly unknown[]): GivenArea[] {
  const areas: GivenArea[] = [];
  const issues: ValidationIssue[] = [];
  const seen = new Set<string>();
  const open: Found[] = [];
  const find = (found: readonly unknown[], parent: GivenArea | undefined, siblings: GivenArea[]): void => {
    for (let index = found.length - 1; index >= 0; index--) {
      open.push({ record: found[index], parent, index, siblings });
    }
  };
  find(records, undefined, []);
  for (let next = open.pop(); next && issues.length < MAX_FAULTS; next = open.pop()) {
    const { record, parent, index, siblings } = next;
    const { id, name, children } = isRecord(record) ? record : {};
    const own = typeof id === 'string' ? id : newId();
    const ownChildren: GivenArea[] | undefined = Array.isArray(children) ? [] : undefined;
    const area: GivenArea = { id: own, name: name as string, parent, index, children: ownChildren };
    const broken = objectIssues(record, SHAPE);
    if (seen.has(own)) broken.push(givenTwice('id'));
    if (broken.length > 0) issues.push(...below(pathOf(area), broken));
    seen.add(own);
    areas.push(area);
    siblings.push(area);
    if (ownChildren) find(children as unknown[], area, ownChildren);
  }
  if (issues.length > 0) throw new InvalidSegmentation(issues.slice(0, MAX_FAULTS));
  return areas;
}

/** Where an import gives an area, like `[2].children[0]`. */
export function pathOf(area: GivenArea): string {
  const steps: string[] = [];
  for (let at: GivenArea | undefined = area; at; at = at.parent) steps.push(`[${at.index}]`);
  return steps.reverse().join('.children');
}
