import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ActionNote } from './action-note.js';
import type { ActionPlan } from './action-plan.js';
import type { Action, Note } from './action.js';

/**
 * Stores what is in plans. The plan is locked first ({@link ActionPlanRepository.lock}), so that changes inside a plan
 * follow one another, and every change stores the plan with it, whose time has moved.
 */
export abstract class ActionRepository {
  /** @throws {ActionNotFound} */
  abstract find(plan: ActionPlan, actionId: string, transaction: Transaction): Promise<Action>;

  /**
   * Inserts an action, and updates its plan.
   * @throws {TooManyActions} the transaction must not be committed then
   */
  abstract insert(plan: ActionPlan, action: Action, transaction: Transaction): Promise<void>;

  /** Updates an action and its plan. */
  abstract save(plan: ActionPlan, action: Action, transaction: Transaction): Promise<void>;

  /** Deletes an action with its notes, and updates its plan. @returns the notes, oldest first */
  abstract remove(plan: ActionPlan, action: Action, transaction: Transaction): Promise<Note[]>;

  /** @throws {NoteNotFound} */
  abstract findNote(action: Action, noteId: string, transaction: Transaction): Promise<ActionNote>;

  /**
   * Inserts a note, and updates its action and plan.
   * @throws {TooManyNotes} the transaction must not be committed then
   */
  abstract insertNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void>;

  /** Updates a note, its action and plan. */
  abstract saveNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void>;

  /** Deletes a note, and updates its action and plan. */
  abstract removeNote(
    plan: ActionPlan,
    action: Action,
    note: ActionNote,
    transaction: Transaction,
  ): Promise<void>;
}
