import { Injectable } from '@nestjs/common';
import { isRecord, issue, MAX_ISSUES } from '../../platform/dto/checks.js';
import { readDto, readRecords } from '../../platform/dto/read-dto.js';
import { newId } from '../../shared-kernel/id.js';
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
import type { GivenCharacteristic } from '../domain/characteristic.js';
import { pathOf, type GivenArea } from '../domain/given-area.js';
import type { GivenGroup } from '../domain/group.js';
import { importAreas, importCharacteristics, importGroups } from '../domain/imports.js';
import type { GivenKeys } from '../domain/keys.js';
import { AreaRecord, CharacteristicRecord, GroupRecord } from './segmentation.records.js';

@Injectable()
export class AreaImporter extends RecordImporter<GivenArea> {
  constructor(private readonly service: SegmentationService) {
    super();
  }

  /** @throws {ValidationFailed} by paths like `[2].children[0].name` */
  read(_companyId: string, records: readonly unknown[]): readonly GivenArea[] {
    return readAreas(records);
  }

  async write(
    companyId: string,
    entries: readonly GivenArea[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return withoutRemoved(await this.service.import(companyId, importAreas(entries, false), transaction));
  }

  override replaceAll(
    companyId: string,
    entries: readonly GivenArea[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    return this.service.import(companyId, importAreas(entries, true), transaction);
  }
}

@Injectable()
export class GroupImporter extends RecordImporter<GivenGroup> {
  constructor(private readonly service: SegmentationService) {
    super();
  }

  /** @throws {DomainError} by paths like `[2].name` */
  read(_companyId: string, records: readonly unknown[]): readonly GivenGroup[] {
    return readRecords(GroupRecord, records).map(({ name, ...keys }) => ({ ...keysOf(keys), name }));
  }

  async write(
    companyId: string,
    entries: readonly GivenGroup[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return withoutRemoved(await this.service.import(companyId, importGroups(entries, false), transaction));
  }

  override async replaceAll(
    companyId: string,
    entries: readonly GivenGroup[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    return this.service.import(companyId, importGroups(entries, true), transaction);
  }
}

@Injectable()
export class CharacteristicImporter extends RecordImporter<GivenCharacteristic> {
  constructor(private readonly service: SegmentationService) {
    super();
  }

  /** @throws {DomainError} by paths like `[2].allowedValues[0].label` */
  read(_companyId: string, records: readonly unknown[]): readonly GivenCharacteristic[] {
    return readRecords(CharacteristicRecord, records).map(toGivenCharacteristic);
  }

  async write(
    companyId: string,
    entries: readonly GivenCharacteristic[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return withoutRemoved(await this.service.import(companyId, importCharacteristics(entries), transaction));
  }
}

/** Nothing is removed unless all records are replaced. */
function withoutRemoved({ removed: _, ...counts }: ReplacementCounts): ImportCounts {
  return counts;
}

/** The keys of a record. One without an id gets a new one, which it keeps unless its external id is known. */
export function keysOf({ id, externalId }: Partial<Pick<GivenKeys, 'id' | 'externalId'>>): GivenKeys {
  return { id: id ?? newId(), isUnnamed: id === undefined, externalId };
}

/** Without an id a characteristic, a value or a node gets a new one. A node without a position gets its index. */
export function toGivenCharacteristic({
  type,
  name,
  allowedValues,
  nodes,
  ...keys
}: CharacteristicRecord): GivenCharacteristic {
  return { ...keysOf(keys), type, name, ...toGivenValues({ allowedValues, nodes }) };
}

/** The lists of values that are there; null empties one. */
export function toGivenValues({
  allowedValues,
  nodes,
}: {
  readonly [List in 'allowedValues' | 'nodes']?: CharacteristicRecord[List] | null | undefined;
}): Pick<GivenCharacteristic, 'allowedValues' | 'nodes'> {
  return {
    allowedValues: listOf(allowedValues)?.map((value) => ({ ...keysOf(value), label: value.label })),
    nodes: listOf(nodes)?.map((node, index) => ({
      ...keysOf(node),
      label: node.label,
      position: node.position ?? index,
    })),
  };
}

function listOf<T>(values: readonly T[] | null | undefined): readonly T[] | undefined {
  return values === null ? [] : values;
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
