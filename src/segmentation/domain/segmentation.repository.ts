import type { Transaction } from '../../shared-kernel/transaction.js';
import type { AreaForest } from './area-forest.js';
import type { Characteristic } from './characteristic.js';
import type { Group } from './group.js';

/** The segmentation of a company. Groups and characteristics are in their order. */
export interface Segmentation {
  readonly areas: AreaForest;
  readonly groups: readonly Group[];
  readonly characteristics: readonly Characteristic[];
}

/** Computes the new records of a part and the counts of the change from the stored records. */
export type SegmentationChange<Part extends keyof Segmentation, Counts> = (stored: Segmentation[Part]) => {
  readonly records: Segmentation[Part];
  readonly counts: Counts;
};

export abstract class SegmentationRepository {
  /**
   * Changes the areas, the groups or the characteristics of a company. Until the transaction ends, no other one changes
   * the company's segmentation or starts to refer to it.
   * @returns the counts of the change
   * @throws {IdsTaken}
   * @throws {SegmentationCompanyNotFound}
   */
  abstract change<Part extends keyof Segmentation, Counts>(
    part: Part,
    companyId: string,
    change: SegmentationChange<Part, Counts>,
    transaction: Transaction,
  ): Promise<Counts>;
}
