import type { AuditedChange, AuditOperation, Deletion } from '../../shared-kernel/audit-trail.js';
import type { PlanRecord, PlanState } from '../domain/action-plan.js';
import type { ActionState, ActionWithNotes, Note } from '../domain/action.js';
import { onlyReaderOf } from '../domain/plan-policy.js';

/** An object before and after a change. */
interface Change<State> {
  readonly before?: State;
  readonly after?: State;
}

/** Private notes by action. */
type PrivateNotes = Readonly<Record<string, readonly Note[]>>;

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

/** The record of the deletion of a plan, from which it can be restored. */
export function planDeletion(plan: PlanState, contents: readonly ActionWithNotes[]): AuditedChange {
  const before = { ...plan, actions: contents.map(shared) };
  return { ...planChange('plan.delete', plan, { before }), ...withheld(contents) };
}

/** The record of the deletion of an action with its notes. */
export function actionDeletion(plan: PlanState, removed: ActionWithNotes): AuditedChange {
  const before = shared(removed);
  return { ...actionChange('action.delete', plan, removed.action, { before }), ...withheld([removed]) };
}

/** The plan of the record of its deletion. */
export function deletedPlan({ before, withheld: notes }: Deletion): PlanRecord & { readonly id: string } {
  const plan = before as PlanState & { readonly actions: readonly (ActionState & { notes: Note[] })[] };
  const privateNotes = (notes ?? {}) as PrivateNotes;
  const actions = plan.actions.map((action) => {
    return { ...action, notes: [...action.notes, ...(privateNotes[action.id] ?? [])] };
  });
  return { ...plan, actions };
}

function shared({ action, notes }: ActionWithNotes): ActionState & { readonly notes: readonly Note[] } {
  return { ...action, notes: notes.filter((note) => !isPrivate(note)) };
}

function withheld(contents: readonly ActionWithNotes[]): { readonly withheld?: PrivateNotes } {
  const found = contents.map(({ action, notes }) => [action.id, notes.filter(isPrivate)] as const);
  const some = found.filter(([, notes]) => notes.length > 0);
  return some.length > 0 ? { withheld: Object.fromEntries(some) } : {};
}
