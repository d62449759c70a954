import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { PlanNotFound } from '../domain/action-plan.errors.js';
import type { PlanOperation } from '../domain/enumerations.js';
import { checkRight } from '../domain/plan-policy.js';
import { ActionPlansQueries } from './action-plans.queries.js';

/** Rights on a stored plan. */
@Injectable()
export class PlanRights {
  constructor(private readonly plans: ActionPlansQueries) {}

  /**
   * @throws {PlanNotFound} when the actor's company has no such plan
   * @throws {PlanForbidden} when the actor may not do this to it
   */
  async check(operation: PlanOperation, planId: string, actor: UserActor): Promise<void> {
    const plan = await this.plans.state(actor.companyId, planId);
    if (!plan) throw new PlanNotFound();
    checkRight(operation, plan, actor);
  }
}
