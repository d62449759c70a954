import type { ActionStatus } from './enumerations.js';

/**
 * Whole percent of a plan's actions that are completed; 0 without actions (docs/contract.md, "Action plans").
 * Computed at read.
 */
export function planCompletion(statuses: readonly ActionStatus[]): number {
  return completionOf(completedOf(statuses), statuses.length);
}

/** {@link planCompletion} of a plan with so many actions. */
export function completionOf(completed: number, all: number): number {
  return all === 0 ? 0 : Math.floor((100 * completed) / all);
}

/** The same share of an action's assignees. Without assignees 100 when the action is completed, else 0. */
export function actionCompletion(status: ActionStatus, assignees: readonly ActionStatus[]): number {
  if (assignees.length === 0) return status === 'COMPLETED' ? 100 : 0;
  return completionOf(completedOf(assignees), assignees.length);
}

function completedOf(statuses: readonly ActionStatus[]): number {
  return statuses.filter((status) => status === 'COMPLETED').length;
}
