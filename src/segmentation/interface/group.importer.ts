import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import { newId } from '../../shared-kernel/id.js';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SegmentationService } from '../application/segmentation.service.js';
import { GroupRecord } from './segmentation.records.js';

@Injectable()
export class GroupImporter implements RecordImporter {
  constructor(private readonly service: SegmentationService) {}

  /** @throws {DomainError} by paths like `[2].name` */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const groups = readRecords(GroupRecord, records).map(({ id = newId(), name }) => ({ id, name }));
    return this.service.upsertGroups(companyId, groups, transaction);
  }
}
