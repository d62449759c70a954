import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { PlanNotFound } from '../domain/action-plan.errors.js';
import { PLAN_POLICY } from '../domain/plan-policy.js';
import { ActionPlansQueries } from './action-plans.queries.js';
import { checkRight } from './action-plans.service.js';
import type { WorkbookPlan } from './workbook-plan.js';

/** What the exports module may know of plans. */
@Injectable()
export class ExportablePlans {
  constructor(private readonly plans: ActionPlansQueries) {}

  /**
   * @throws {PlanNotFound} when the actor's company has no such plan
   * @throws {PlanForbidden} when the actor may not export it
   */
  async checkMayExport(planId: string, actor: UserActor): Promise<void> {
    const plan = await this.plans.facts(planId);
    if (plan?.companyId !== actor.companyId) throw new PlanNotFound();
    checkRight('export', plan, actor);
  }

  /** The contents of a plan, with the private notes of the actor only; undefined when the actor may not export it. */
  async workbookPlan(planId: string, actor: UserActor): Promise<WorkbookPlan | undefined> {
    const plan = await this.plans.workbookPlan(planId, actor.userId);
    return plan && PLAN_POLICY.export(plan, actor) ? plan : undefined;
  }
}
