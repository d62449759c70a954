import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ActionPlan, PlanRecord } from './action-plan.js';
import type { ActionWithNotes } from './action.js';

/** Stores plans. */
export abstract class ActionPlanRepository {
  abstract insert(plan: ActionPlan, transaction: Transaction): Promise<void>;

  /** Locks a plan until the transaction ends. @throws {PlanNotFound} */
  abstract lock(companyId: string, id: string, transaction: Transaction): Promise<ActionPlan>;

  /** Updates a locked plan. */
  abstract update(plan: ActionPlan, transaction: Transaction): Promise<void>;

  /** Deletes a locked plan with its actions and notes. @returns these, oldest first */
  abstract remove(plan: ActionPlan, transaction: Transaction): Promise<ActionWithNotes[]>;

  /**
   * Inserts and updates plans of one company with their actions and notes, all by id. Stored actions and notes that
   * the records do not have stay. A plan counts as updated when it, an action or a note changed.
   * @throws {ValidationFailed} when an id occurs twice, or belongs to another company or plan
   * @throws {PlanCompanyNotFound}
   */
  abstract upsertAll(
    companyId: string,
    records: readonly PlanRecord[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;
}
