import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ActionNote } from './action-note.js';
import type { ActionPlan, PlanState } from './action-plan.js';
import type { Action } from './action.js';

/** A plan of an import with its actions and their notes. */
export interface ImportedPlan {
  readonly plan: ActionPlan;
  readonly actions: readonly { readonly action: Action; readonly notes: readonly ActionNote[] }[];
}

/** Stores plans. */
export abstract class ActionPlanRepository {
  abstract insert(plan: ActionPlan, transaction: Transaction): Promise<void>;

  /** Locks a plan until the transaction ends. @throws {PlanNotFound} */
  abstract lock(companyId: string, id: string, transaction: Transaction): Promise<ActionPlan>;

  /** Updates a locked plan. */
  abstract update(plan: ActionPlan, transaction: Transaction): Promise<void>;

  /** Deletes a locked plan with its actions and notes, and keeps them as a {@link DeletedPlan}. */
  abstract remove(plan: ActionPlan, transaction: Transaction): Promise<void>;

  /**
   * Locks plans for an import until the transaction ends. Imports of one company follow one another.
   * @returns those that the company has, by id
   * @throws {PlanCompanyNotFound}
   */
  abstract lockAll(
    companyId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, PlanState>>;

  /** @returns those of the ids that plans of other companies have */
  abstract findForeignIds(
    companyId: string,
    ids: readonly string[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>>;

  /** @returns those of the actions' ids that actions of other companies or plans have */
  abstract findForeignActionIds(
    companyId: string,
    actions: readonly Action[],
    transaction: Transaction,
  ): Promise<ReadonlySet<string>>;

  /**
   * Inserts and updates plans of one company with their actions and notes, all by id. Stored actions and notes that are
   * not given stay.
   * @returns the bytes of each plan that was inserted, or that changed itself, in an action or in a note; by id
   */
  abstract upsertAll(
    companyId: string,
    plans: readonly ImportedPlan[],
    transaction: Transaction,
  ): Promise<ReadonlyMap<string, number>>;
}
