import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { operatorOf, type UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { isId } from '../../shared-kernel/id.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { ImportCounts } from '../../shared-kernel/record-importer.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import {
  DeletionNotFound,
  InvalidRecipient,
  PlanNotDeleted,
  PlanNotFound,
} from '../domain/action-plan.errors.js';
import { ActionPlanRepository } from '../domain/action-plan.repository.js';
import { ActionPlan, type PlanContent, type PlanRecord, type PlanState } from '../domain/action-plan.js';
import { checkRight } from '../domain/plan-policy.js';
import { deletedPlan, planChange, planDeletion } from './plan-changes.js';
import { ActionPlansQueries } from './action-plans.queries.js';

/** Changes plans. */
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
   * Changes the properties that are given.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {PreconditionFailed}
   * @throws {ValidationFailed}
   */
  async change(
    actor: UserActor,
    planId: string,
    content: Partial<PlanContent>,
    precondition?: Precondition,
  ): Promise<void> {
    await this.withLocked(actor.companyId, planId, async (plan, transaction) => {
      const { state: before } = plan;
      checkRight('update', before, actor);
      await precondition?.check(() => this.queries.getChanged(actor, planId, transaction));
      if (!plan.change(content)) return;
      await this.plans.update(plan, transaction);
      const { state: after } = plan;
      await this.audit.record(actor, planChange('plan.update', after, { before, after }), transaction);
    });
  }

  /**
   * Deletes a plan with its actions and notes.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {PreconditionFailed}
   */
  async remove(actor: UserActor, planId: string, precondition?: Precondition): Promise<void> {
    await this.withLocked(actor.companyId, planId, async (plan, transaction) => {
      checkRight('delete', plan.state, actor);
      await precondition?.check(() => this.queries.getChanged(actor, planId, transaction));
      const contents = await this.plans.remove(plan, transaction);
      await this.audit.record(actor, planDeletion(plan.state, contents), transaction);
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

  /**
   * Restores a deleted plan with its actions and notes from the record of its deletion. No right is checked: the caller
   * is an operator.
   * @throws {DeletionNotFound}
   * @throws {PlanNotDeleted}
   */
  async restore(planId: string): Promise<PlanState> {
    const deletion = await this.audit.findNewest('plan.delete', planId);
    if (!deletion) throw new DeletionNotFound();
    const { companyId } = deletion;
    return this.unitOfWork.run(async (transaction) => {
      const { created } = await this.plans.upsertAll(companyId, [deletedPlan(deletion)], transaction);
      if (created === 0) throw new PlanNotDeleted();
      const { state: after } = await this.plans.lock(companyId, planId, transaction);
      const change = planChange('plan.restore', after, { after });
      await this.audit.record(operatorOf(companyId), change, transaction);
      return after;
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

  /** @throws {PlanNotFound} */
  private async withLocked(
    companyId: string,
    planId: string,
    work: (plan: ActionPlan, transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    if (!isId(planId)) throw new PlanNotFound();
    await this.unitOfWork.run(async (transaction) => {
      await work(await this.plans.lock(companyId, planId, transaction), transaction);
    });
  }
}
