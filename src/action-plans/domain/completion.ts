import type { ActionStatus } from './enumerations.js';

/** Whole percent of a plan's actions that are completed; 0 without actions (decisions 6). Computed at read. */
export function planCompletion(statuses: readonly ActionStatus[]): number {
  return shareOfCompleted(statuses) ?? 0;
}

/** The same share of an action's assignees. Without assignees 100 when the action is completed, else 0. */
export function actionCompletion(status: ActionStatus, assignees: readonly ActionStatus[]): number {
  return shareOfCompleted(assignees) ?? (status === 'COMPLETED' ? 100 : 0);
}

function shareOfCompleted(statuses: readonly ActionStatus[]): number | undefined {
  if (statuses.length === 0) return undefined;
  const completed = statuses.filter((status) => status === 'COMPLETED').length;
  return Math.floor((100 * completed) / statuses.length);
}
