import type { UserActor } from '../../shared-kernel/actor.js';
import type { PlanOperation } from './enumerations.js';
import { mayDo, type InnerFacts, type PlanFacts } from './plan-policy.js';

/** Permissions by the names that clients see, each with the operation that the guards check. */
const OF_PLAN = {
  update: 'update',
  delete: 'delete',
  addAction: 'create-action',
  copy: 'copy',
  export: 'export',
} as const satisfies Record<string, PlanOperation>;

const OF_ACTION = {
  update: 'change-action',
  delete: 'change-action',
  assign: 'set-assignee',
  addNote: 'create-note',
} as const satisfies Record<string, PlanOperation>;

const OF_ASSIGNEE = {
  setStatus: 'set-assignee',
  remove: 'change-action',
} as const satisfies Record<string, PlanOperation>;

const OF_NOTE = {
  update: 'change-note',
  delete: 'delete-note',
} as const satisfies Record<string, PlanOperation>;

export type PlanPermission = keyof typeof OF_PLAN;
export type ActionPermission = keyof typeof OF_ACTION;
export type AssigneePermission = keyof typeof OF_ASSIGNEE;
export type NotePermission = keyof typeof OF_NOTE;

export const PLAN_PERMISSIONS = namesOf(OF_PLAN);
export const ACTION_PERMISSIONS = namesOf(OF_ACTION);
export const ASSIGNEE_PERMISSIONS = namesOf(OF_ASSIGNEE);
export const NOTE_PERMISSIONS = namesOf(OF_NOTE);

type Action = NonNullable<InnerFacts['action']>;

/** What an actor may do to a plan. */
export function planPermissions(plan: PlanFacts, actor: UserActor): PlanPermission[] {
  return PLAN_PERMISSIONS.filter((name) => mayDo(OF_PLAN[name], plan, actor));
}

/** What an actor may do to an action. `assign` adds a person who is not assigned. */
export function actionPermissions(plan: PlanFacts, actor: UserActor, action: Action): ActionPermission[] {
  return ACTION_PERMISSIONS.filter((name) => mayDo(OF_ACTION[name], plan, actor, { action }));
}

/** What an actor may do to one of the assignees of an action. */
export function assigneePermissions(
  plan: PlanFacts,
  actor: UserActor,
  inner: Required<Pick<InnerFacts, 'action' | 'isOwnAssignment'>>,
): AssigneePermission[] {
  return ASSIGNEE_PERMISSIONS.filter((name) => mayDo(OF_ASSIGNEE[name], plan, actor, inner));
}

/** What an actor may do to a note that the actor reads. */
export function notePermissions(
  plan: PlanFacts,
  actor: UserActor,
  note: NonNullable<InnerFacts['note']>,
): NotePermission[] {
  return NOTE_PERMISSIONS.filter((name) => mayDo(OF_NOTE[name], plan, actor, { note }));
}

function namesOf<Name extends string>(operations: Readonly<Record<Name, PlanOperation>>): Name[] {
  return Object.keys(operations) as Name[];
}
