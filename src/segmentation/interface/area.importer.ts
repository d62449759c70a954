import { Injectable } from '@nestjs/common';
import { idIssues, newId } from '../../shared-kernel/id.js';
import { givenTwice, type ImportCounts, type RecordImporter } from '../../shared-kernel/record-importer.js';
import { anyArray, below, isRecord, objectIssues } from '../../shared-kernel/shape.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { SegmentationService } from '../application/segmentation.service.js';
import { pathOf, type GivenArea } from '../domain/given-area.js';
import { InvalidSegmentation, MAX_ISSUES } from '../domain/segmentation.errors.js';
import { requiredName } from './segmentation.rules.js';

const SHAPE = { id: idIssues, name: requiredName, children: anyArray };

@Injectable()
export class AreaImporter implements RecordImporter {
  constructor(private readonly service: SegmentationService) {}

  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.upsertAreas(companyId, readAreas(records), transaction);
  }
}

interface Found extends Pick<GivenArea, 'parent' | 'index'> {
  readonly record: unknown;
  readonly siblings: GivenArea[];
}

/**
 * Areas, parents before children and in the order of the import. One without an id gets a new one. Nothing recurses,
 * because areas nest to any depth.
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
  for (let next = open.pop(); next && issues.length < MAX_ISSUES; next = open.pop()) {
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
  if (issues.length > 0) throw new InvalidSegmentation(issues.slice(0, MAX_ISSUES));
  return areas;
}
