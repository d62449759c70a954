import { Injectable } from '@nestjs/common';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { readGroups } from '../domain/group.js';
import { put } from '../domain/order.js';
import { SegmentationRepository } from '../domain/segmentation.repository.js';
import { importRecords } from './import-records.js';

/** Puts groups into companies. */
@Injectable()
export class GroupImporter implements RecordImporter {
  constructor(private readonly segmentation: SegmentationRepository) {}

  /**
   * Puts groups into a company, all or none. Known ones keep to the places of known ones, in the order in which they
   * are given; new ones come at the end; groups that are not given stay.
   * @param records - groups in the shape in which the API returns them
   * @throws {InvalidSegmentation} by paths like `[2].name`
   * @throws {SegmentationCompanyNotFound}
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const given = readGroups(records);
    const work = this.segmentation.change(
      'groups',
      companyId,
      (stored) => {
        const { records: groups, counts } = put(
          stored.map(({ id, name }) => ({ id, name })),
          given,
        );
        return { records: groups, told: counts };
      },
      transaction,
    );
    return importRecords(work, given, (_, index) => `[${index}]`);
  }
}
