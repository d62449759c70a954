import type { UserActor } from '../../shared-kernel/actor.js';
import { ActionTypeForbidden, PlanForbidden } from './action-plan.errors.js';
import type { ActionType, NoteVisibility, PlanOperation, Visibility } from './enumerations.js';

/** The properties of a plan that rights depend on. */
export interface PlanFacts {
  readonly companyId: string;
  /** A plan may have no recorded creator. */
  readonly createdBy?: string | null | undefined;
  readonly visibility: Visibility;
}

/** The properties of a plan's contents that rights depend on. */
export interface InnerFacts {
  readonly action?: { readonly createdBy?: string };
  readonly note?: { readonly authorId: string; readonly visibility: NoteVisibility };
  /** The actor is a person assigned to the action, and sets their own status. */
  readonly isOwnAssignment?: boolean;
}

type MayDo = (plan: PlanFacts, actor: UserActor, inner: InnerFacts) => boolean;

const isInside = (plan: PlanFacts, actor: UserActor): boolean => plan.companyId === actor.companyId;
const isOrphan = ({ createdBy }: PlanFacts): boolean => createdBy === null || createdBy === undefined;
const isCreator = (plan: PlanFacts, actor: UserActor): boolean => plan.createdBy === actor.userId;

/** Only its creator reads a private plan, not even admins. A plan without a recorded creator counts as public. */
export const mayReadPlan = (plan: PlanFacts, actor: UserActor): boolean =>
  isInside(plan, actor) && (plan.visibility === 'PUBLIC' || isOrphan(plan) || isCreator(plan, actor));

/** The only reader of a plan; undefined where every company manager may read it. */
export const onlyReaderOf = ({ visibility, createdBy }: PlanFacts): string | undefined =>
  visibility === 'PRIVATE' ? (createdBy ?? undefined) : undefined;

const mayUpdatePlan = (plan: PlanFacts, actor: UserActor): boolean =>
  mayReadPlan(plan, actor) && (isOrphan(plan) || isCreator(plan, actor) || actor.role === 'ADMIN');

const mayChangeAction: MayDo = (plan, actor, { action }) =>
  mayUpdatePlan(plan, actor) || (mayReadPlan(plan, actor) && action?.createdBy === actor.userId);

const isAuthor = (actor: UserActor, { note }: InnerFacts): boolean => note?.authorId === actor.userId;

/**
 * Rights on a plan and its contents (docs/contract.md, "Action plans"). The guard has made sure that actors are
 * company managers. An admin may delete a plan that an admin may not read.
 */
export const PLAN_POLICY = {
  read: mayReadPlan,
  update: mayUpdatePlan,
  delete: (plan, actor) =>
    isInside(plan, actor) && (isOrphan(plan) || isCreator(plan, actor) || actor.role === 'ADMIN'),
  export: mayReadPlan,
  copy: mayReadPlan,
  'create-action': mayUpdatePlan,
  'change-action': mayChangeAction,
  'set-assignee': (plan, actor, inner) =>
    mayChangeAction(plan, actor, inner) || (mayReadPlan(plan, actor) && inner.isOwnAssignment === true),
  'create-note': mayReadPlan,
  'change-note': (plan, actor, inner) => mayReadPlan(plan, actor) && isAuthor(actor, inner),
  'delete-note': (plan, actor, inner) =>
    mayReadPlan(plan, actor) &&
    (isAuthor(actor, inner) ||
      (inner.note?.visibility === 'SHARED' && (isOrphan(plan) || actor.role === 'ADMIN'))),
} satisfies Record<PlanOperation, MayDo>;

/** Only admins make an action one of the company. @throws {ActionTypeForbidden} */
export function checkActionType(actor: UserActor, wanted?: ActionType | null, current?: ActionType): void {
  if (wanted === 'COMPANY' && current !== 'COMPANY' && actor.role !== 'ADMIN')
    throw new ActionTypeForbidden();
}

/** The type of an action that the actor copies. */
export function copiedActionType({ role }: UserActor, original: ActionType): ActionType {
  return role === 'ADMIN' ? original : 'MANAGER';
}

/** True if the actor may do this to the plan or what is in it. */
export function mayDo(
  operation: PlanOperation,
  plan: PlanFacts,
  actor: UserActor,
  inner: InnerFacts = {},
): boolean {
  const may: MayDo = PLAN_POLICY[operation];
  return may(plan, actor, inner);
}

/** @throws {PlanForbidden} when the actor may not do this to the plan or what is in it */
export function checkRight(
  operation: PlanOperation,
  plan: PlanFacts,
  actor: UserActor,
  inner?: InnerFacts,
): void {
  if (!mayDo(operation, plan, actor, inner)) throw new PlanForbidden(operation);
}
