import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { ActionPlan } from '../domain/action-plan.js';
import { ActionNotFound, PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import { ActionRepository } from '../domain/action.repository.js';
import type { Action } from '../domain/action.js';
import { checkRight } from '../domain/plan-policy.js';
import { ActionPlansQueries } from './action-plans.queries.js';
import { MyActionsQueries } from './my-actions.queries.js';

/** The ids in the path of an action. */
export interface ActionPath {
  readonly planId: string;
  readonly actionId: string;
}

/** A plan that is locked until the transaction ends. */
export interface LockedPlan {
  readonly plan: ActionPlan;
  readonly transaction: Transaction;
}

export interface LockedAction extends LockedPlan {
  readonly action: Action;
}

/** A locked action, and the employee who is assigned to it. */
export interface LockedOwnAction extends LockedAction {
  readonly employeeId: string;
}

/**
 * Locks a plan while something inside it changes, so that no change loses another (ADR 20). Without
 * the right to read the plan, its contents stay unknown.
 */
@Injectable()
export class LockedPlans {
  constructor(
    private readonly plans: ActionPlanRepository,
    private readonly actions: ActionRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly queries: ActionPlansQueries,
    private readonly own: MyActionsQueries,
  ) {}

  /**
   * @param given - a transaction to take part in
   * @throws {PlanNotFound}
   * @throws {PlanForbidden} when the actor may not read the plan
   */
  withPlan<T>(
    actor: UserActor,
    planId: string,
    work: (locked: LockedPlan) => Promise<T>,
    given?: Transaction,
  ): Promise<T> {
    return this.unitOfWork.run(async (transaction) => {
      const plan = await this.plans.lock(actor.companyId, planId, transaction);
      checkRight('read', plan.state, actor);
      return work({ plan, transaction });
    }, given);
  }

  /**
   * @param precondition - of the action as the actor reads it
   * @param given - a transaction to take part in
   * @throws {PlanNotFound}
   * @throws {PlanForbidden} when the actor may not read the plan
   * @throws {ActionNotFound}
   * @throws {PreconditionFailed}
   */
  withAction<T>(
    actor: UserActor,
    { planId, actionId }: ActionPath,
    work: (locked: LockedAction) => Promise<T>,
    precondition?: Precondition,
    given?: Transaction,
  ): Promise<T> {
    const withAction = async ({ plan, transaction }: LockedPlan): Promise<T> => {
      const action = await this.actions.find(plan, actionId, transaction);
      await precondition?.check(() => this.queries.getChangedAction(actor, planId, actionId, transaction));
      return work({ plan, action, transaction });
    };
    return this.withPlan(actor, planId, withAction, given);
  }

  /**
   * An action that the actor is assigned to, whether or not the actor reads the plan.
   * @param precondition - of the action as the assigned person reads it
   * @param given - a transaction to take part in
   * @throws {ActionNotFound} also when the actor is not assigned
   * @throws {PreconditionFailed}
   */
  withOwnAction<T>(
    actor: UserActor,
    actionId: string,
    work: (locked: LockedOwnAction) => Promise<T>,
    precondition?: Precondition,
    given?: Transaction,
  ): Promise<T> {
    return this.unitOfWork.run(async (transaction) => {
      const { planId } = await this.own.get(actor, actionId, transaction);
      const plan = await this.plans.lock(actor.companyId, planId, transaction).catch((error: unknown) => {
        throw error instanceof PlanNotFound ? new ActionNotFound() : error;
      });
      // The assignment may have ended before the lock.
      const { employeeId, json } = await this.own.get(actor, actionId, transaction);
      await precondition?.check(() => Promise.resolve(json));
      const action = await this.actions.find(plan, actionId, transaction);
      return work({ plan, action, employeeId, transaction });
    }, given);
  }
}
