import type { Transaction } from '../../shared-kernel/transaction.js';
import type { PlacedArea } from './area-forest.js';
import type { Characteristic } from './characteristic.js';
import type { Group } from './group.js';
import type { Placed } from './order.js';

/** What a company has, by kind. */
export interface SegmentationParts {
  readonly areas: PlacedArea;
  readonly groups: Placed<Group>;
  readonly characteristics: Placed<Characteristic>;
}

/** What a change leaves, and what there is to tell of it. */
export interface Changed<Record, Told> {
  readonly records: readonly Record[];
  readonly told: Told;
}

/** Where areas, groups and characteristics are kept. */
export abstract class SegmentationRepository {
  /**
   * Changes all records of a kind. Until the change ends nobody else changes the company's segmentation, and nobody
   * begins to refer to it.
   * @param change - gets the stored records in the order of their places
   * @throws {IdsTaken}
   * @throws {SegmentationCompanyNotFound}
   */
  abstract change<Part extends keyof SegmentationParts, Told>(
    part: Part,
    companyId: string,
    change: (stored: readonly SegmentationParts[Part][]) => Changed<SegmentationParts[Part], Told>,
    transaction?: Transaction,
  ): Promise<Told>;
}
