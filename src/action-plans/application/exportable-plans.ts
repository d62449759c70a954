import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { PLAN_POLICY } from '../domain/plan-policy.js';
import { ActionPlansQueries } from './action-plans.queries.js';
import { PlanRights } from './plan-rights.js';
import type { WorkbookPlan } from './workbook-plan.js';

/** The part of plans that the exports module uses. */
@Injectable()
export class ExportablePlans {
  constructor(
    private readonly plans: ActionPlansQueries,
    private readonly rights: PlanRights,
  ) {}

  /**
   * @throws {PlanNotFound} when the actor's company has no such plan
   * @throws {PlanForbidden} when the actor may not export it
   */
  async checkMayExport(planId: string, actor: UserActor): Promise<void> {
    await this.rights.check('export', { planId }, actor);
  }

  /** The contents of a plan, with the private notes of the actor only; undefined when the actor may not export it. */
  async workbookPlan(planId: string, actor: UserActor): Promise<WorkbookPlan | undefined> {
    const plan = await this.plans.state(actor.companyId, planId);
    if (!plan || !PLAN_POLICY.export(plan, actor)) return undefined;
    return this.plans.workbookPlan(plan, actor.userId);
  }
}
