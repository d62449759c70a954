import type { AuditedChange, AuditOperation } from '../../shared-kernel/audit-trail.js';
import type { PlanState } from '../domain/action-plan.js';
import type { ActionState, ActionWithNotes, Note } from '../domain/action.js';
import { onlyReaderOf } from '../domain/plan-policy.js';

/** An object before and after a change. */
interface Change<State> {
  readonly before?: State;
  readonly after?: State;
}

const isPrivate = ({ visibility }: Note): boolean => visibility === 'PRIVATE';

/** The record of a change of a plan. */
export function planChange(
  operation: AuditOperation,
  plan: PlanState,
  change: Change<PlanState>,
): AuditedChange {
  const privateTo = onlyReaderOf(plan) ?? (change.before && onlyReaderOf(change.before));
  return { operation, objectId: plan.id, planId: plan.id, privateTo, ...change };
}

/** The record of a change of an action. */
export function actionChange(
  operation: AuditOperation,
  plan: PlanState,
  action: ActionState,
  change: Change<ActionState>,
): AuditedChange {
  return { operation, objectId: action.id, planId: plan.id, privateTo: onlyReaderOf(plan), ...change };
}

/** The record of a change of a note. */
export function noteChange(
  operation: AuditOperation,
  plan: PlanState,
  note: Note,
  change: Change<Note>,
): AuditedChange {
  const wasPrivate = change.before !== undefined && isPrivate(change.before);
  const privateTo = wasPrivate || isPrivate(note) ? note.authorId : onlyReaderOf(plan);
  return { operation, objectId: note.id, planId: plan.id, privateTo, ...change };
}

/** The record of the deletion of an action, with its notes but for the private ones. */
export function actionDeletion(plan: PlanState, { action, notes }: ActionWithNotes): AuditedChange {
  const before = { ...action, notes: notes.filter((note) => !isPrivate(note)) };
  return actionChange('action.delete', plan, action, { before });
}
