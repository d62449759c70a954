import { Injectable } from '@nestjs/common';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import {
  complete,
  readCharacteristics,
  type Characteristic,
  type GivenCharacteristic,
} from '../domain/characteristic.js';
import { put, type Placed } from '../domain/order.js';
import type { Changed } from '../domain/segmentation.repository.js';
import { SegmentationImporter } from './segmentation.importer.js';

/**
 * Puts characteristics into companies. Allowed values and nodes that are given are all that there are; a list that is
 * left out stays, unless the type changes to one that has no such list. Order as with groups.
 */
@Injectable()
export class CharacteristicImporter extends SegmentationImporter<'characteristics', GivenCharacteristic> {
  protected readonly part = 'characteristics';

  protected read(records: readonly unknown[]): GivenCharacteristic[] {
    return readCharacteristics(records);
  }

  protected put(
    stored: readonly Placed<Characteristic>[],
    given: readonly GivenCharacteristic[],
  ): Changed<Placed<Characteristic>, ImportCounts> {
    const known = new Map(stored.map((characteristic) => [characteristic.id, characteristic]));
    const { records, counts } = put(
      stored.map(withoutPlace),
      given.map((record) => complete(record, known.get(record.id))),
    );
    return { records, told: counts };
  }
}

function withoutPlace({ id, type, name, allowedValues, nodes }: Characteristic): Characteristic {
  return { id, type, name, allowedValues, nodes };
}
