import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ActionNote } from './action-note.js';
import type { ActionPlan } from './action-plan.js';
import type { Action, Note } from './action.js';

/** People whom a user assigns, to be notified by mail. */
export interface NewAssignments {
  /** Id of the user. */
  readonly by: string;
  readonly employeeIds: readonly string[];
}

/**
 * Stores what is in plans. The plan is locked first ({@link ActionPlanRepository.lock}), so that changes inside a plan
 * follow one another, and every change stores the time and the contents of the plan with it.
 */
export abstract class ActionRepository {
  /** @throws {ActionNotFound} */
  abstract find(plan: ActionPlan, actionId: string, transaction: Transaction): Promise<Action>;

  /** Inserts or updates an action with its new assignments, and updates the contents of its plan. */
  abstract save(
    plan: ActionPlan,
    action: Action,
    assignments: NewAssignments,
    transaction: Transaction,
  ): Promise<void>;

  /** Deletes an action with its notes; its plan is updated by {@link savePlan}. @returns the notes, oldest first */
  abstract remove(action: Action, transaction: Transaction): Promise<Note[]>;

  /** Updates the time and the contents of a plan, not its own properties. */
  abstract savePlan(plan: ActionPlan, transaction: Transaction): Promise<void>;

  /** @throws {NoteNotFound} */
  abstract findNote(action: Action, noteId: string, transaction: Transaction): Promise<ActionNote>;

  /**
   * Inserts a note, and updates the times of its action and plan.
   * @throws {TooManyNotes} the transaction must not be committed then
   */
  abstract insertNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void>;

  /** Updates a note, and the times of its action and plan. */
  abstract saveNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void>;

  /** Deletes a note, and updates the times of its action and plan. */
  abstract removeNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void>;
}
