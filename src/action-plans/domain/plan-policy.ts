import type { UserActor } from '../../shared-kernel/actor.js';
import type { Visibility } from './enumerations.js';

/** What a right on a plan depends on. */
export interface PlanFacts {
  readonly companyId: string;
  /** A plan may have no recorded creator. */
  readonly createdBy?: string | null | undefined;
  readonly visibility: Visibility;
}

/** What can be done to a plan that exists. */
export type PlanOperation = 'read' | 'update' | 'delete' | 'export';

type MayDo = (plan: PlanFacts, actor: UserActor) => boolean;

const isInside: MayDo = (plan, actor) => plan.companyId === actor.companyId;
const isOrphan = ({ createdBy }: PlanFacts): boolean => createdBy === null || createdBy === undefined;
const isCreator: MayDo = (plan, actor) => plan.createdBy === actor.userId;

/** A private plan is for its creator alone, admins included; one without a recorded creator counts as public. */
export const mayReadPlan: MayDo = (plan, actor) =>
  isInside(plan, actor) && (plan.visibility === 'PUBLIC' || isOrphan(plan) || isCreator(plan, actor));

/**
 * Who may do what to a plan (decisions 3). Actors are company managers already; the door sees to that. An admin
 * deletes even what an admin may not read.
 */
export const PLAN_POLICY = {
  read: mayReadPlan,
  update: (plan, actor) =>
    mayReadPlan(plan, actor) && (isOrphan(plan) || isCreator(plan, actor) || actor.role === 'ADMIN'),
  delete: (plan, actor) =>
    isInside(plan, actor) && (isOrphan(plan) || isCreator(plan, actor) || actor.role === 'ADMIN'),
  export: mayReadPlan,
} satisfies Record<PlanOperation, MayDo>;
