import { Injectable } from '@nestjs/common';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { AreaForest } from '../domain/area-forest.js';
import { pathOf, readAreas } from '../domain/given-area.js';
import { SegmentationRepository } from '../domain/segmentation.repository.js';
import { importRecords } from './import-records.js';

/** Puts areas into companies. Every area counts by itself, also one that is nested in another. */
@Injectable()
export class AreaImporter implements RecordImporter {
  constructor(private readonly segmentation: SegmentationRepository) {}

  /**
   * Puts areas into a company, all or none; the rules are those of {@link AreaForest.with}. Doing it twice changes
   * nothing.
   * @param records - areas in the shape in which the API returns them, nested to any depth
   * @throws {InvalidSegmentation} by paths like `[0].children[2].name`
   * @throws {SegmentationCompanyNotFound}
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const given = readAreas(records);
    const work = this.segmentation.change(
      'areas',
      companyId,
      (stored) => {
        const before = AreaForest.of(stored);
        const after = before.with(given);
        return { records: after.placed(), told: after.countsSince(before, given) };
      },
      transaction,
    );
    return importRecords(work, given, pathOf);
  }
}
