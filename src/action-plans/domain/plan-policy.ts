import type { UserActor } from '../../shared-kernel/actor.js';
import { PlanForbidden } from './action-plan.errors.js';
import type { PlanOperation, Visibility } from './enumerations.js';

/** The properties of a plan that rights depend on. */
export interface PlanFacts {
  readonly companyId: string;
  /** A plan may have no recorded creator. */
  readonly createdBy?: string | null | undefined;
  readonly visibility: Visibility;
}

type MayDo = (plan: PlanFacts, actor: UserActor) => boolean;

const isInside: MayDo = (plan, actor) => plan.companyId === actor.companyId;
const isOrphan = ({ createdBy }: PlanFacts): boolean => createdBy === null || createdBy === undefined;
const isCreator: MayDo = (plan, actor) => plan.createdBy === actor.userId;

/** Only its creator reads a private plan, not even admins. A plan without a recorded creator counts as public. */
export const mayReadPlan: MayDo = (plan, actor) =>
  isInside(plan, actor) && (plan.visibility === 'PUBLIC' || isOrphan(plan) || isCreator(plan, actor));

/**
 * Rights on a plan (decisions 3). The guard has made sure that actors are company managers. An admin may delete a
 * plan that an admin may not read.
 */
export const PLAN_POLICY = {
  read: mayReadPlan,
  update: (plan, actor) =>
    mayReadPlan(plan, actor) && (isOrphan(plan) || isCreator(plan, actor) || actor.role === 'ADMIN'),
  delete: (plan, actor) =>
    isInside(plan, actor) && (isOrphan(plan) || isCreator(plan, actor) || actor.role === 'ADMIN'),
  export: mayReadPlan,
} satisfies Record<PlanOperation, MayDo>;

/** @throws {PlanForbidden} when the actor may not do this to the plan */
export function checkRight(operation: PlanOperation, plan: PlanFacts, actor: UserActor): void {
  if (!PLAN_POLICY[operation](plan, actor)) throw new PlanForbidden(operation);
}
