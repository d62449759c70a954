import { Injectable } from '@nestjs/common';
import { idIssues, newId } from '../../shared-kernel/id.js';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import { below, objectIssues, oneOf, required, type Rule } from '../../shared-kernel/shape.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { SegmentationService } from '../application/segmentation.service.js';
import { CHARACTERISTIC_TYPES, type CharacteristicType } from '../domain/characteristic-type.js';
import { typeIssues, type Characteristic, type GivenCharacteristic } from '../domain/characteristic.js';
import { InvalidSegmentation } from '../domain/segmentation.errors.js';
import { checkDistinct } from './group.importer.js';
import { allowedValuesIssues, nodesIssues, requiredName } from './segmentation.rules.js';

const SHAPE = {
  id: idIssues,
  type: required(oneOf(CHARACTERISTIC_TYPES)),
  name: requiredName,
  allowedValues: allowedValuesIssues,
  nodes: nodesIssues,
};

const characteristic: Rule = (value) => {
  const issues = objectIssues(value, SHAPE);
  return issues.length > 0 ? issues : typeIssues(value as Characteristic);
};

@Injectable()
export class CharacteristicImporter implements RecordImporter {
  constructor(private readonly service: SegmentationService) {}

  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.service.upsertCharacteristics(companyId, readCharacteristics(records), transaction);
  }
}

interface Checked {
  readonly id?: string | null;
  readonly type: CharacteristicType;
  readonly name: string;
  readonly allowedValues?: readonly CheckedValue[] | null;
  readonly nodes?: readonly CheckedValue[] | null;
}

interface CheckedValue {
  readonly id?: string | null;
  readonly label: string;
  readonly position?: number | null;
}

function readCharacteristics(records: readonly unknown[]): GivenCharacteristic[] {
  const issues = records.flatMap((record, index) => below(`[${index}]`, characteristic(record)));
  if (issues.length > 0) throw new InvalidSegmentation(issues);
  const given = (records as readonly Checked[]).map(({ id, type, name, allowedValues, nodes }) => ({
    id: id ?? newId(),
    type,
    name,
    ...(allowedValues && {
      allowedValues: allowedValues.map((value) => ({ id: value.id ?? newId(), label: value.label })),
    }),
    ...(nodes && {
      nodes: nodes.map(({ id: own, label, position }, index) => ({
        id: own ?? newId(),
        label,
        position: position ?? index,
      })),
    }),
  }));
  checkDistinct(given);
  return given;
}
