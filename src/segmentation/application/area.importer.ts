import { Injectable } from '@nestjs/common';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import { AreaForest, type PlacedArea } from '../domain/area-forest.js';
import { pathOf, readAreas, type GivenArea } from '../domain/given-area.js';
import type { Changed } from '../domain/segmentation.repository.js';
import { SegmentationImporter } from './segmentation.importer.js';

/**
 * Puts areas into companies, nested to any depth; the rules are those of {@link AreaForest.with}. Every area counts by
 * itself, also one that is nested in another.
 */
@Injectable()
export class AreaImporter extends SegmentationImporter<'areas', GivenArea> {
  protected readonly part = 'areas';

  protected read(records: readonly unknown[]): GivenArea[] {
    return readAreas(records);
  }

  protected put(
    stored: readonly PlacedArea[],
    given: readonly GivenArea[],
  ): Changed<PlacedArea, ImportCounts> {
    const before = AreaForest.of(stored);
    const after = before.with(given);
    return { records: after.placed(), told: after.countsSince(before, given) };
  }

  protected override pathOf(area: GivenArea): string {
    return pathOf(area);
  }
}
