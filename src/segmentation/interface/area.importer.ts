import { Injectable } from '@nestjs/common';
import { isRecord, issue, MAX_ISSUES } from '../../platform/dto/checks.js';
import { readDto } from '../../platform/dto/read-dto.js';
import {
  givenTwice,
  RecordImporter,
  type ImportCounts,
  type ReplacementCounts,
} from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { propertyPath, type ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { SegmentationService } from '../application/segmentation.service.js';
import { pathOf, type GivenArea } from '../domain/given-area.js';
import { keysOf } from './given-keys.js';
import { AreaRecord } from './segmentation.records.js';

@Injectable()
export class AreaImporter extends RecordImporter<GivenArea> {
  constructor(private readonly service: SegmentationService) {
    super();
  }

  read(_companyId: string, records: readonly unknown[]): readonly GivenArea[] {
    return readAreas(records);
  }

  write(companyId: string, entries: readonly GivenArea[], transaction?: Transaction): Promise<ImportCounts> {
    return this.service.upsertAreas(companyId, entries, transaction);
  }

  override replaceAll(
    companyId: string,
    entries: readonly GivenArea[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    return this.service.replaceAreas(companyId, entries, transaction);
  }
}

/** A record that is still to be read, and its place in the import. */
interface Found extends Pick<GivenArea, 'parent' | 'index'> {
  readonly record: unknown;
  readonly siblings: GivenArea[];
}

/**
 * Areas in the order of the import, parents before children. One without an id gets a new one. Nothing recurses,
 * because areas nest to any depth.
 * @throws {ValidationFailed} by paths like `[2].children[0].name`
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
    const given = isRecord(record) ? record['children'] : undefined;
    const children = Array.isArray(given) ? (given as unknown[]) : undefined;
    const { value, issues: found } = readNode(record, children);
    const keys = keysOf(value);
    const { id } = keys;
    const area: GivenArea = { ...keys, name: value.name, parent, index, children: children && [] };
    if (seen.has(id)) found.push(givenTwice('id'));
    if (found.length > 0) {
      const path = pathOf(area);
      for (const one of found) issues.push({ ...one, path: propertyPath(path, one.path) });
    }
    seen.add(id);
    areas.push(area);
    siblings.push(area);
    if (children) find(children, area, area.children as GivenArea[]);
  }
  if (issues.length > 0) throw new ValidationFailed(issues.slice(0, MAX_ISSUES));
  return areas;
}

/** Reads a record without its children. */
function readNode(
  record: unknown,
  children: readonly unknown[] | undefined,
): { value: Partial<AreaRecord> & { name: string }; issues: ValidationIssue[] } {
  if (!isRecord(record)) {
    return { value: { name: '' }, issues: [issue('WRONG_TYPE', 'must be an object')] };
  }
  const { value, issues } = readDto(AreaRecord, children ? { ...record, children: [] } : record);
  return { value, issues: [...issues] };
}
