import { Injectable } from '@nestjs/common';
import { idIssues, newId } from '../../shared-kernel/id.js';
import { givenTwice, type ImportCounts, type RecordImporter } from '../../shared-kernel/record-importer.js';
import { below, objectIssues } from '../../shared-kernel/shape.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SegmentationService } from '../application/segmentation.service.js';
import { InvalidSegmentation } from '../domain/segmentation.errors.js';
import type { Group } from '../domain/group.js';
import { requiredName } from './segmentation.rules.js';

@Injectable()
export class GroupImporter implements RecordImporter {
  constructor(private readonly service: SegmentationService) {}

  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.upsertGroups(companyId, readGroups(records), transaction);
  }
}

function readGroups(records: readonly unknown[]): Group[] {
  const issues = records.flatMap((record, index) =>
    below(`[${index}]`, objectIssues(record, { id: idIssues, name: requiredName })),
  );
  if (issues.length > 0) throw new InvalidSegmentation(issues);
  const checked = records as readonly { readonly id?: string | null; readonly name: string }[];
  const groups = checked.map(({ id, name }) => ({ id: id ?? newId(), name }));
  checkDistinct(groups);
  return groups;
}

/** @throws {InvalidSegmentation} */
export function checkDistinct(records: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  const issues = records.flatMap(({ id }, index) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated ? [givenTwice(`[${index}].id`)] : [];
  });
  if (issues.length > 0) throw new InvalidSegmentation(issues);
}
