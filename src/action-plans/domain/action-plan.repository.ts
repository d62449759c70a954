import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ActionPlan, PlanRecord } from './action-plan.js';

/** Stores plans. Each call is one atomic change. */
export abstract class ActionPlanRepository {
  abstract insert(plan: ActionPlan): Promise<void>;

  /**
   * Locks a plan of a company and changes it.
   * @param change - returns whether there is something to store; may throw, then nothing is stored
   * @throws {PlanNotFound}
   */
  abstract change(companyId: string, id: string, change: (plan: ActionPlan) => boolean): Promise<void>;

  /**
   * Locks a plan of a company and deletes it with its actions and notes.
   * @param check - may throw; then nothing is deleted
   * @throws {PlanNotFound}
   */
  abstract remove(companyId: string, id: string, check: (plan: ActionPlan) => void): Promise<void>;

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
