import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { isId } from '../../shared-kernel/id.js';
import type { ImportCounts, RecordImporter } from '../../shared-kernel/record-importer.js';
import { below } from '../../shared-kernel/shape.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { InvalidPlan, PlanForbidden, PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import { ActionPlan, type PlanChange, type PlanContent } from '../domain/action-plan.js';
import { importPlan, type PlanWithActions } from '../domain/imported-plan.js';
import { PLAN_POLICY, type PlanFacts, type PlanOperation } from '../domain/plan-policy.js';

/** @throws {PlanForbidden} when the actor has not the right to do this to the plan */
export function checkRight(operation: PlanOperation, plan: PlanFacts, actor: UserActor): void {
  if (!PLAN_POLICY[operation](plan, actor)) throw new PlanForbidden(operation);
}

/** What people and operators do to plans. */
@Injectable()
export class ActionPlansService implements RecordImporter {
  constructor(private readonly plans: ActionPlanRepository) {}

  /**
   * Creates an empty plan, whose creator is the actor.
   * @returns its id
   * @throws {InvalidPlan}
   */
  async create(actor: UserActor, content: PlanContent): Promise<string> {
    const plan = ActionPlan.create(actor.companyId, actor.userId, content);
    await this.plans.insert(plan);
    return plan.id;
  }

  /**
   * Changes what is given of a plan.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {InvalidPlan}
   */
  async change(actor: UserActor, planId: string, change: PlanChange): Promise<void> {
    if (!isId(planId)) throw new PlanNotFound();
    await this.plans.change(planId, actor.companyId, (plan) => {
      checkRight('update', plan, actor);
      plan.change(change);
    });
  }

  /**
   * Removes a plan with its actions and notes.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   */
  async remove(actor: UserActor, planId: string): Promise<void> {
    if (!isId(planId)) throw new PlanNotFound();
    await this.plans.remove(planId, actor.companyId, (plan) => checkRight('delete', plan, actor));
  }

  /**
   * Puts plans into a company, all or none: known ones are updated, unknown ones created, others stay. The same goes
   * for their actions and notes. Its caller is trusted: it has the database.
   * @param transaction - the change that this is a part of
   * @param records - plans in the shape in which the API returns them
   * @throws {InvalidPlan} naming every broken rule, by paths like `[2].actions[0].title.defaultValue`
   * @throws {PlanCompanyNotFound}
   */
  async import(
    companyId: string,
    records: readonly unknown[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    const issues: InvalidPlan['issues'][number][] = [];
    const plans: PlanWithActions[] = [];
    records.forEach((record, index) => {
      try {
        plans.push(importPlan(companyId, record));
      } catch (error) {
        if (!(error instanceof InvalidPlan)) throw error;
        issues.push(...below(`[${index}]`, error.issues));
      }
    });
    if (issues.length > 0) throw new InvalidPlan(issues);
    return this.plans.putAll(companyId, plans, transaction);
  }
}
