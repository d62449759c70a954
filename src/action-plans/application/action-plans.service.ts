import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { isId } from '../../shared-kernel/id.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { InvalidRecipient, PlanNotFound } from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import { ActionPlan, type PlanContent, type PlanRecord } from '../domain/action-plan.js';
import { checkRight } from '../domain/plan-policy.js';

/** Changes plans. */
@Injectable()
export class ActionPlansService {
  constructor(
    private readonly plans: ActionPlanRepository,
    private readonly identity: IdentityQueries,
  ) {}

  /**
   * Creates an empty plan, whose creator is the actor.
   * @returns its id
   * @throws {ValidationFailed}
   */
  async create(actor: UserActor, content: PlanContent): Promise<string> {
    const plan = ActionPlan.create(actor.companyId, actor.userId, content);
    await this.plans.insert(plan);
    return plan.state.id;
  }

  /**
   * Changes the properties that are given.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {ValidationFailed}
   */
  async change(actor: UserActor, planId: string, content: Partial<PlanContent>): Promise<void> {
    if (!isId(planId)) throw new PlanNotFound();
    await this.plans.change(actor.companyId, planId, (plan) => {
      checkRight('update', plan.state, actor);
      return plan.change(content);
    });
  }

  /**
   * Deletes a plan with its actions and notes.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   */
  async remove(actor: UserActor, planId: string): Promise<void> {
    if (!isId(planId)) throw new PlanNotFound();
    await this.plans.remove(actor.companyId, planId, (plan) => checkRight('delete', plan.state, actor));
  }

  /**
   * Makes another manager of the company the creator of a plan. No right is checked: the caller is an operator.
   * @throws {PlanNotFound}
   * @throws {InvalidRecipient}
   */
  async transfer(companyId: string, planId: string, userId: string): Promise<void> {
    const person = await this.identity.findActivePerson(companyId, userId);
    await this.plans.change(companyId, planId, (plan) => {
      if (!person) throw new InvalidRecipient();
      return plan.transferTo(person.actor);
    });
  }

  /**
   * Inserts and updates plans with their actions and notes, all or none. No right is checked: the caller is an
   * operator.
   * @throws {ValidationFailed} with paths like `[2].actions[0].id`
   * @throws {PlanCompanyNotFound}
   */
  import(
    companyId: string,
    records: readonly PlanRecord[],
    transaction?: Transaction,
  ): Promise<ImportCounts> {
    return this.plans.upsertAll(companyId, records, transaction);
  }
}
