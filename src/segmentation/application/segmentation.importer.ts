import { Injectable } from '@nestjs/common';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { IdsTaken } from '../domain/segmentation.errors.js';
import {
  SegmentationRepository,
  type Changed,
  type SegmentationParts,
} from '../domain/segmentation.repository.js';

/** Puts records of one kind into companies. */
@Injectable()
export abstract class SegmentationImporter<
  Part extends keyof SegmentationParts,
  Given extends { readonly id: string },
> implements RecordImporter {
  protected abstract readonly part: Part;

  constructor(private readonly segmentation: SegmentationRepository) {}

  /**
   * Puts records into a company, all or none. Doing it twice changes nothing.
   * @param records - in the shape in which the API returns them
   * @throws {InvalidSegmentation} by paths like `[0].children[2].name`
   * @throws {SegmentationCompanyNotFound}
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const given = this.read(records);
    try {
      return await this.segmentation.change(
        this.part,
        companyId,
        (stored) => this.put(stored, given),
        transaction,
      );
    } catch (error) {
      if (!(error instanceof IdsTaken)) throw error;
      throw error.toInvalid((id) => {
        const index = given.findIndex((record) => record.id === id);
        return `${this.pathOf(given[index] as Given, index)}.id`;
      });
    }
  }

  /** @throws {InvalidSegmentation} */
  protected abstract read(records: readonly unknown[]): readonly Given[];

  /** What is there after given records have come to the stored ones. @throws {InvalidSegmentation} */
  protected abstract put(
    stored: readonly SegmentationParts[Part][],
    given: readonly Given[],
  ): Changed<SegmentationParts[Part], ImportCounts>;

  /** Where in the import a record is. */
  protected pathOf(_record: Given, index: number): string {
    return `[${index}]`;
  }
}
