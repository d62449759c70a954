import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { operatorOf, type UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { InvalidRecipient } from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import { ActionPlan, type PlanChange, type PlanContent, type PlanState } from '../domain/action-plan.js';
import { Action } from '../domain/action.js';
import { checkRight, copiedActionType } from '../domain/plan-policy.js';
import { planChange } from './plan-changes.js';
import { ActionPlansQueries } from './action-plans.queries.js';

@Injectable()
export class ActionPlansService {
  constructor(
    private readonly plans: ActionPlanRepository,
    private readonly identity: IdentityQueries,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly queries: ActionPlansQueries,
  ) {}

  /**
   * Creates an empty plan, whose creator is the actor.
   * @param given - a transaction to take part in
   * @throws {ValidationFailed}
   */
  create(actor: UserActor, content: PlanContent, given?: Transaction): Promise<PlanState> {
    return this.unitOfWork.run(async (transaction) => {
      const plan = ActionPlan.create(actor.companyId, actor.userId, content);
      await this.plans.insert(plan, transaction);
      const { state: after } = plan;
      await this.audit.record(actor, planChange('plan.create', after, { after }), transaction);
      return after;
    }, given);
  }

  /**
   * Makes a private plan of the actor like a plan that the actor reads: with its actions, but without their people,
   * progress, dates and notes.
   * @param title - that of the original where none is given
   * @param given - a transaction to take part in
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {ValidationFailed}
   * @throws {TooManyActions}
   * @throws {PlanTooLarge}
   */
  copy(actor: UserActor, planId: string, title?: MultiLanguage, given?: Transaction): Promise<PlanState> {
    const { companyId, userId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const original = await this.queries.contents(actor, planId, transaction);
      checkRight('copy', original.plan, actor);
      const { description } = original.plan;
      const plan = ActionPlan.create(companyId, userId, {
        title: title ?? original.plan.title,
        ...(description && { description }),
      });
      const actions = original.actions.map((action) => {
        const actionType = copiedActionType(actor, action.actionType);
        const copied = Action.copy(plan.state, userId, { ...action, actionType });
        plan.addAction(copied.state);
        return copied;
      });
      const copy = { plan, actions: actions.map((action) => ({ action, notes: [] })) };
      await this.plans.upsertAll(companyId, [copy], transaction);
      const { state, contents } = plan;
      const after = { ...state, copiedFrom: planId };
      const change = { ...planChange('plan.copy', state, {}), after, alsoStored: contents.bytes };
      await this.audit.record(actor, change, transaction);
      return state;
    }, given);
  }

  /**
   * Changes the properties that are given.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {PreconditionFailed}
   * @throws {ValidationFailed}
   * @throws {PlanTooLarge}
   */
  async change(
    actor: UserActor,
    planId: string,
    change: PlanChange,
    precondition?: Precondition,
  ): Promise<void> {
    await this.withLocked(actor.companyId, planId, async (plan, transaction) => {
      const { state: before } = plan;
      checkRight('update', before, actor);
      await precondition?.check(() => this.queries.getChanged(actor, planId, transaction));
      if (!plan.change(change)) return;
      await this.plans.update(plan, transaction);
      const { state: after } = plan;
      await this.audit.record(actor, planChange('plan.update', after, { before, after }), transaction);
    });
  }

  /**
   * Deletes a plan with its actions and notes. They are kept for {@link DeletedPlansService}.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {PreconditionFailed}
   */
  async remove(actor: UserActor, planId: string, precondition?: Precondition): Promise<void> {
    await this.withLocked(actor.companyId, planId, async (plan, transaction) => {
      const { state: before } = plan;
      checkRight('delete', before, actor);
      await precondition?.check(() => this.queries.getChanged(actor, planId, transaction));
      await this.plans.remove(plan, transaction);
      const change = planChange('plan.delete', before, { before });
      await this.audit.record(actor, { ...change, alsoStored: plan.contents.bytes }, transaction);
    });
  }

  /**
   * Makes another manager of the company the creator of a plan. No right is checked: the caller is an operator.
   * @throws {PlanNotFound}
   * @throws {InvalidRecipient}
   */
  async transfer(companyId: string, planId: string, userId: string): Promise<void> {
    const person = await this.identity.findActivePerson(companyId, userId);
    await this.withLocked(companyId, planId, async (plan, transaction) => {
      if (!person) throw new InvalidRecipient();
      const { state: before } = plan;
      if (!plan.transferTo(person.actor)) return;
      await this.plans.update(plan, transaction);
      const { state: after } = plan;
      const change = planChange('plan.transfer', after, { before, after });
      await this.audit.record(operatorOf(companyId), change, transaction);
    });
  }

  /** @throws {PlanNotFound} */
  private async withLocked(
    companyId: string,
    planId: string,
    work: (plan: ActionPlan, transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await work(await this.plans.lock(companyId, planId, transaction), transaction);
    });
  }
}
