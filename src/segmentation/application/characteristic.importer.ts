import { Injectable } from '@nestjs/common';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { complete, readCharacteristics, type Characteristic } from '../domain/characteristic.js';
import { put } from '../domain/order.js';
import { SegmentationRepository } from '../domain/segmentation.repository.js';
import { importRecords } from './import-records.js';

/** Puts characteristics into companies. */
@Injectable()
export class CharacteristicImporter implements RecordImporter {
  constructor(private readonly segmentation: SegmentationRepository) {}

  /**
   * Puts characteristics into a company, all or none. Allowed values and nodes that are given are all that there are;
   * a list that is left out stays, unless the type changes to one that has no such list. Order as with groups.
   * @param records - characteristics in the shape in which the API returns them
   * @throws {InvalidSegmentation} by paths like `[2].allowedValues[0].label`
   * @throws {SegmentationCompanyNotFound}
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const given = readCharacteristics(records);
    const work = this.segmentation.change(
      'characteristics',
      companyId,
      (stored) => {
        const known = new Map(stored.map((characteristic) => [characteristic.id, characteristic]));
        const { records: characteristics, counts } = put(
          stored.map(withoutPlace),
          given.map((record) => complete(record, known.get(record.id))),
        );
        return { records: characteristics, told: counts };
      },
      transaction,
    );
    return importRecords(work, given, (_, index) => `[${index}]`);
  }
}

function withoutPlace({ id, type, name, allowedValues, nodes }: Characteristic): Characteristic {
  return { id, type, name, allowedValues, nodes };
}
