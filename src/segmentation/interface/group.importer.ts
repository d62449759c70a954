import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import {
  RecordImporter,
  type ImportCounts,
  type ReplacementCounts,
} from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SegmentationService } from '../application/segmentation.service.js';
import type { GivenGroup } from '../domain/group.js';
import { keysOf } from './given-keys.js';
import { GroupRecord } from './segmentation.records.js';

@Injectable()
export class GroupImporter extends RecordImporter<GivenGroup> {
  constructor(private readonly service: SegmentationService) {
    super();
  }

  /** @throws {DomainError} by paths like `[2].name` */
  read(_companyId: string, records: readonly unknown[]): readonly GivenGroup[] {
    return readRecords(GroupRecord, records).map(({ name, ...keys }) => ({ ...keysOf(keys), name }));
  }

  write(companyId: string, entries: readonly GivenGroup[], transaction?: Transaction): Promise<ImportCounts> {
    return this.service.upsertGroups(companyId, entries, transaction);
  }

  override replaceAll(
    companyId: string,
    entries: readonly GivenGroup[],
    transaction?: Transaction,
  ): Promise<ReplacementCounts> {
    return this.service.replaceGroups(companyId, entries, transaction);
  }
}
