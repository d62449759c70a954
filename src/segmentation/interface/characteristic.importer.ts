import { Injectable } from '@nestjs/common';
import { readRecords } from '../../platform/dto/read-dto.js';
import { RecordImporter, type ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SegmentationService } from '../application/segmentation.service.js';
import type { GivenCharacteristic } from '../domain/characteristic.js';
import { keysOf } from './given-keys.js';
import { CharacteristicRecord } from './segmentation.records.js';

@Injectable()
export class CharacteristicImporter extends RecordImporter<GivenCharacteristic> {
  constructor(private readonly service: SegmentationService) {
    super();
  }

  /** @throws {DomainError} by paths like `[2].allowedValues[0].label` */
  read(_companyId: string, records: readonly unknown[]): readonly GivenCharacteristic[] {
    return readRecords(CharacteristicRecord, records).map(toGivenCharacteristic);
  }

  write(
    companyId: string,
    entries: readonly GivenCharacteristic[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.upsertCharacteristics(companyId, entries, transaction);
  }
}

/** Without an id a characteristic, a value or a node gets a new one. A node without a position gets its index. */
export function toGivenCharacteristic({
  type,
  name,
  allowedValues,
  nodes,
  ...keys
}: CharacteristicRecord): GivenCharacteristic {
  return {
    ...keysOf(keys),
    type,
    name,
    ...toGivenValues({ allowedValues, nodes }),
  };
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
