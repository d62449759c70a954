import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionNote } from '../domain/action-note.js';
import { ActionNotFound, NoteNotFound, PlanNotFound } from '../domain/action-plan.errors.js';
import type { PlanState } from '../domain/action-plan.js';
import type { ActionState } from '../domain/action.js';
import type { PlanOperation } from '../domain/enumerations.js';
import { checkRight, PLAN_POLICY } from '../domain/plan-policy.js';
import { ActionPlansQueries, type FoundInPlan } from './action-plans.queries.js';

/** The ids of a path. */
export interface PlanPath {
  readonly planId: string;
  readonly actionId?: string;
  readonly noteId?: string;
  readonly assigneeId?: string;
}

/** Rights on a stored plan and its contents. */
@Injectable()
export class PlanRights {
  constructor(
    private readonly plans: ActionPlansQueries,
    private readonly identity: IdentityQueries,
  ) {}

  /**
   * Without the right to read a plan, its contents stay unknown: an unknown action is refused like a known one.
   * @returns the parts of the path
   * @throws {PlanNotFound} when the actor's company has no such plan
   * @throws {ActionNotFound}
   * @throws {NoteNotFound} also for a private note of another author
   * @throws {PlanForbidden} when the actor may not do this
   */
  async check(operation: PlanOperation, path: PlanPath, actor: UserActor): Promise<FoundInPlan> {
    const { planId, actionId, noteId } = path;
    const found = await this.plans.find(actor.companyId, planId, actionId, noteId);
    if (!found) throw new PlanNotFound();
    const { plan, action, note } = found;
    if (actionId === undefined) {
      checkRight(operation, plan, actor);
      return found;
    }
    checkRight('read', plan, actor);
    if (!action) throw new ActionNotFound();
    if (operation === 'set-assignee') {
      await this.checkSettingAssignee(plan, action, actor, path.assigneeId ?? '');
      return found;
    }
    if (noteId !== undefined && !(note && ActionNote.restore(note).isVisibleTo(actor.userId)))
      throw new NoteNotFound();
    checkRight(operation, plan, actor, { action, ...(note && { note }) });
    return found;
  }

  /**
   * The status of an assignee is set by those who may change the action, and by assigned people for themselves.
   * @throws {PlanForbidden}
   */
  async checkSettingAssignee(
    plan: PlanState,
    action: ActionState,
    actor: UserActor,
    assigneeId: string,
    transaction?: Transaction,
  ): Promise<void> {
    const isOwnAssignment =
      !PLAN_POLICY['change-action'](plan, actor, { action }) &&
      action.assigneeStatuses.some((one) => one.assigneeId === assigneeId) &&
      (await this.employeeIdOf(actor, transaction)) === assigneeId;
    checkRight('set-assignee', plan, actor, { action, isOwnAssignment });
  }

  /** The id of the employee who the actor is; undefined if there is none. */
  async employeeIdOf(
    { companyId, userId }: UserActor,
    transaction?: Transaction,
  ): Promise<string | undefined> {
    const person = await this.identity.findActivePerson(companyId, userId, transaction);
    return person?.employeeId ?? undefined;
  }
}
