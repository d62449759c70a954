import { Injectable } from '@nestjs/common';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import { readGroups, type Group } from '../domain/group.js';
import { put, type Placed } from '../domain/order.js';
import type { Changed } from '../domain/segmentation.repository.js';
import { SegmentationImporter } from './segmentation.importer.js';

/**
 * Puts groups into companies. Known ones keep to the places of known ones, in the order in which they are given; new
 * ones come at the end; groups that are not given stay.
 */
@Injectable()
export class GroupImporter extends SegmentationImporter<'groups', Group> {
  protected readonly part = 'groups';

  protected read(records: readonly unknown[]): Group[] {
    return readGroups(records);
  }

  protected put(
    stored: readonly Placed<Group>[],
    given: readonly Group[],
  ): Changed<Placed<Group>, ImportCounts> {
    const { records, counts } = put(
      stored.map(({ id, name }) => ({ id, name })),
      given,
    );
    return { records, told: counts };
  }
}
