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

/** An object of a part before and after a change, in the form of the change feed. */
export interface ChangedObject {
  readonly id: string;
  /** Absent for a new one. */
  readonly before?: object;
  /** Absent for a removed one. */
  readonly after?: object;
}

export interface Changed<Counts> {
  readonly counts: Counts;
  readonly objects: readonly ChangedObject[];
}

export interface ChangeOptions {
  /** Called when the segmentation of the company is locked, before it is read. */
  readonly onLocked?: () => Promise<void>;
  /**
   * New ids are not looked for in other companies. An answer would tell which ids these have, and each change would
   * wait for all others that bring ids.
   */
  readonly isRequest?: boolean;
}

export abstract class SegmentationRepository {
  /**
   * Until the transaction ends, no other one changes the company's segmentation or starts to refer to it.
   * @throws {SegmentationCompanyNotFound}
   */
  abstract lock(companyId: string, transaction: Transaction): Promise<void>;

  /**
   * Changes the areas, the groups or the characteristics of a company, which it locks.
   * @throws {IdsTaken} unless it is that of a request
   * @throws {SegmentationCompanyNotFound}
   */
  abstract change<Part extends keyof Segmentation, Counts>(
    part: Part,
    companyId: string,
    change: SegmentationChange<Part, Counts>,
    transaction: Transaction,
    options?: ChangeOptions,
  ): Promise<Changed<Counts>>;
}
