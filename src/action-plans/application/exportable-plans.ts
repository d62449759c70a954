import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { PlanState } from '../domain/action-plan.js';
import { planFigures } from '../domain/plan-figures.js';
import { PLAN_POLICY } from '../domain/plan-policy.js';
import { ActionPlansQueries } from './action-plans.queries.js';
import type { WorkbookPlan } from './workbook-plan.js';

/** The part of plans that the exports module uses. */
@Injectable()
export class ExportablePlans {
  constructor(private readonly plans: ActionPlansQueries) {}

  /** True if the actor's company has the plan, and the actor may export it. */
  async mayExport(planId: string, actor: UserActor): Promise<boolean> {
    return (await this.exportable(planId, actor)) !== undefined;
  }

  /**
   * The contents of a plan, with the private notes of the actor only; undefined when the actor may not export it.
   * @param timeZone - IANA name of the zone of the actor's company
   */
  async workbookPlan(planId: string, actor: UserActor, timeZone: string): Promise<WorkbookPlan | undefined> {
    const plan = await this.exportable(planId, actor);
    if (!plan) return undefined;
    const contents = await this.plans.workbookPlan(plan, actor.userId);
    return { ...contents, figures: planFigures(contents.actions, new Date(), timeZone) };
  }

  private async exportable(planId: string, actor: UserActor): Promise<PlanState | undefined> {
    const found = await this.plans.find(actor.companyId, planId);
    return found && PLAN_POLICY.export(found.plan, actor) ? found.plan : undefined;
  }
}
