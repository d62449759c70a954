import type { Transaction } from '../../shared-kernel/transaction.js';
import type { PlanRecord } from './action-plan.js';

/** A deleted plan with its actions and all of their notes, from which it can be restored. */
export interface DeletedPlan {
  readonly companyId: string;
  readonly planId: string;
  readonly deletedAt: Date;
  readonly record: PlanRecord;
}

/** Keeps deleted plans of all companies. The deletion itself stores them: see {@link ActionPlanRepository.remove}. */
export abstract class DeletedPlanRepository {
  /** By the id alone, because operators have nothing else. Of several, the one that was deleted last. */
  abstract find(planId: string): Promise<DeletedPlan | undefined>;

  /** Removes what was kept of a deletion. @returns whether it still was */
  abstract remove(plan: DeletedPlan, transaction: Transaction): Promise<boolean>;

  /**
   * @param rows - of the oldest of those that are older than an age
   * @returns the companies that they belong to
   */
  abstract companiesOlderThan(ageMs: number, rows: number): Promise<string[]>;

  /** Removes the oldest of those of a company that are older than an age. @returns how many */
  abstract removeOlderThan(companyId: string, ageMs: number, limit: number): Promise<number>;
}
