import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ActionPlan } from './action-plan.js';
import type { PlanWithActions } from './imported-plan.js';

/** Where plans are kept. Each call is one atomic change. */
export abstract class ActionPlanRepository {
  abstract insert(plan: ActionPlan): Promise<void>;

  /**
   * Changes a plan of a company while nobody else does.
   * @param change - may throw; then nothing is written
   * @throws {PlanNotFound}
   */
  abstract change(id: string, companyId: string, change: (plan: ActionPlan) => void): Promise<void>;

  /**
   * Removes a plan of a company with all that belongs to it.
   * @param check - may throw; then nothing is removed
   * @throws {PlanNotFound}
   */
  abstract remove(id: string, companyId: string, check: (plan: ActionPlan) => void): Promise<void>;

  /**
   * Puts plans of one company in, each in the place of the one with its id where there is one. Actions and notes are
   * put in by their ids as well; stored ones that are not among the given ones stay. A plan counts as updated when it
   * or one of its actions changed.
   * @param transaction - the change that this is a part of
   * @throws {InvalidPlan} when an id belongs to another company, or an action to another plan; nothing is written
   * @throws {PlanCompanyNotFound}
   */
  abstract putAll(
    companyId: string,
    plans: readonly PlanWithActions[],
    transaction?: Transaction,
  ): Promise<ImportCounts>;
}
