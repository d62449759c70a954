import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditOperation } from '../../shared-kernel/audit-trail.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { EmployeesQueries } from '../../workforce/index.js';
import { AssigneeNotFound } from '../domain/action-plan.errors.js';
import { ActionRepository, type NewAssignments } from '../domain/action.repository.js';
import { Action, type ActionChange, type ActionState, type NewAction } from '../domain/action.js';
import type { SettableStatus } from '../domain/enumerations.js';
import { checkActionType, checkRight } from '../domain/plan-policy.js';
import { ActionReferences } from './action-references.js';
import {
  LockedPlans,
  type ActionPath,
  type LockedAction,
  type LockedOwnAction,
  type LockedPlan,
} from './locked-plans.js';
import { actionChange, actionDeletion } from './plan-changes.js';
import { PlanRights } from './plan-rights.js';

/**
 * Changes actions. Methods throw {@link PlanNotFound}, {@link ActionNotFound} and {@link PlanForbidden}. The time of
 * the plan moves with every change. Those with a precondition, which is of the action, throw {@link
 * PreconditionFailed}.
 */
@Injectable()
export class ActionsService {
  constructor(
    private readonly plans: LockedPlans,
    private readonly actions: ActionRepository,
    private readonly references: ActionReferences,
    private readonly rights: PlanRights,
    private readonly employees: EmployeesQueries,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Adds an action to a plan.
   * @param given - a transaction to take part in
   * @throws {ValidationFailed}
   * @throws {ActionTypeForbidden}
   * @throws {TooManyActions}
   * @throws {PlanTooLarge}
   * @throws {TooManyAssignees}
   * @throws {StatusFollowsAssignees}
   */
  async create(
    actor: UserActor,
    planId: string,
    newAction: NewAction,
    given?: Transaction,
  ): Promise<ActionState> {
    checkActionType(actor, newAction.actionType);
    const content = await this.references.checked(actor.companyId, newAction, given);
    const add = async ({ plan, transaction }: LockedPlan): Promise<ActionState> => {
      checkRight('create-action', plan.state, actor);
      const action = Action.create(plan.state, actor.userId, content);
      const { state: after } = action;
      plan.addAction(after);
      await this.actions.save(plan, action, newAssignments(actor, after), transaction);
      const change = actionChange('action.create', plan.state, after, { after });
      await this.audit.record(actor, change, transaction);
      return after;
    };
    return this.plans.withPlan(actor, planId, add, given);
  }

  /**
   * Changes the properties that are given.
   * @throws {ValidationFailed}
   * @throws {ActionTypeForbidden}
   * @throws {PlanTooLarge}
   * @throws {StatusFollowsAssignees}
   */
  async change(
    actor: UserActor,
    path: ActionPath,
    given: ActionChange,
    precondition?: Precondition,
  ): Promise<void> {
    const content = await this.references.checked(actor.companyId, given);
    const change = ({ plan, action }: LockedAction): boolean => {
      checkRight('change-action', plan.state, actor, { action: action.state });
      checkActionType(actor, content.actionType, action.state.actionType);
      return action.change(content);
    };
    await this.changeLocked(actor, path, 'action.update', change, precondition);
  }

  /** Deletes an action with its notes. */
  async remove(actor: UserActor, path: ActionPath, precondition?: Precondition): Promise<void> {
    const remove = async ({ plan, action, transaction }: LockedAction): Promise<void> => {
      checkRight('change-action', plan.state, actor, { action: action.state });
      const removed = { action: action.state, notes: await this.actions.remove(action, transaction) };
      plan.removeAction(removed);
      await this.actions.savePlan(plan, transaction);
      const change = actionDeletion(plan.state, removed);
      await this.audit.record(actor, change, transaction);
    };
    await this.plans.withAction(actor, path, remove, precondition);
  }

  /**
   * Sets the status of an assignee, and adds the person if not assigned.
   * @throws {AssigneeNotFound} when the company has no such employee
   * @throws {TooManyAssignees}
   * @throws {PlanTooLarge} for a person who was not assigned
   */
  async setAssigneeStatus(
    actor: UserActor,
    path: ActionPath,
    assigneeId: string,
    status: SettableStatus,
    precondition?: Precondition,
  ): Promise<void> {
    const set = async ({ plan, action, transaction }: LockedAction): Promise<boolean> => {
      await this.rights.checkSettingAssignee(plan.state, action.state, actor, assigneeId, transaction);
      if (!action.isAssigned(assigneeId)) {
        const found = await this.employees.emailsOf(actor.companyId, [assigneeId], transaction);
        if (!found.has(assigneeId)) throw AssigneeNotFound.notEmployed();
      }
      return action.setAssigneeStatus(assigneeId, status);
    };
    await this.changeLocked(actor, path, 'action.set-assignee', set, precondition);
  }

  /**
   * Sets the status of the actor, who is assigned, as {@link setAssigneeStatus} does.
   * @param precondition - of the action as the assigned person reads it
   * @throws {ActionNotFound} also when the actor is not assigned
   */
  async setOwnStatus(
    actor: UserActor,
    actionId: string,
    status: SettableStatus,
    precondition?: Precondition,
  ): Promise<void> {
    const work = (locked: LockedOwnAction): Promise<void> =>
      this.store(actor, locked, 'action.set-assignee', () =>
        locked.action.setAssigneeStatus(locked.employeeId, status),
      );
    await this.plans.withOwnAction(actor, actionId, work, precondition);
  }

  /** @throws {AssigneeNotFound} when the person is not assigned */
  async removeAssignee(
    actor: UserActor,
    path: ActionPath,
    assigneeId: string,
    precondition?: Precondition,
  ): Promise<void> {
    const remove = ({ plan, action }: LockedAction): boolean => {
      checkRight('change-action', plan.state, actor, { action: action.state });
      action.removeAssignee(assigneeId);
      return true;
    };
    await this.changeLocked(actor, path, 'action.remove-assignee', remove, precondition);
  }

  /**
   * @param change - returns whether there is something to store
   * @throws {PlanTooLarge}
   */
  private async changeLocked(
    actor: UserActor,
    path: ActionPath,
    operation: AuditOperation,
    change: (locked: LockedAction) => boolean | Promise<boolean>,
    precondition?: Precondition,
  ): Promise<void> {
    const work = (locked: LockedAction): Promise<void> =>
      this.store(actor, locked, operation, () => change(locked));
    await this.plans.withAction(actor, path, work, precondition);
  }

  /**
   * Stores and records a change of a locked action.
   * @param change - returns whether there is something to store
   * @throws {PlanTooLarge}
   */
  private async store(
    actor: UserActor,
    { plan, action, transaction }: LockedAction,
    operation: AuditOperation,
    change: () => boolean | Promise<boolean>,
  ): Promise<void> {
    const { state: before } = action;
    if (!(await change())) return;
    const { state: after } = action;
    plan.changeAction(before, after);
    await this.actions.save(plan, action, newAssignments(actor, after, before), transaction);
    const changed = actionChange(operation, plan.state, after, { before, after });
    await this.audit.record(actor, changed, transaction);
  }
}

function newAssignments({ userId }: UserActor, after: ActionState, before?: ActionState): NewAssignments {
  const assigned = new Set(before?.assigneeStatuses.map(({ assigneeId }) => assigneeId));
  const ids = after.assigneeStatuses.map(({ assigneeId }) => assigneeId);
  return { by: userId, employeeIds: ids.filter((id) => !assigned.has(id)) };
}
