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

export abstract class SegmentationRepository {
  /**
   * Changes the areas, the groups or the characteristics of a company. Until the transaction ends nobody else changes
   * the company's segmentation, or starts to refer to it.
   * @throws {IdsTaken}
   * @throws {SegmentationCompanyNotFound}
   */
  abstract change<Part extends keyof Segmentation>(
    part: Part,
    companyId: string,
    change: (stored: Segmentation[Part]) => Segmentation[Part],
    transaction: Transaction,
  ): Promise<void>;
}
