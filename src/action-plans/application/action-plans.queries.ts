import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionNotFound, PlanNotFound } from '../domain/action-plan.errors.js';
import type { PlanState } from '../domain/action-plan.js';
import type { ActionState, Note } from '../domain/action.js';
import { checkRight } from '../domain/plan-policy.js';
import { ActionPlanResponse, type PlanDocument } from './action-plan.response.js';
import { ActionResponse, type ActionDocument } from './action.response.js';
import { actionOf, plansOf, summaryOf } from './plan-json.js';
import {
  FIND_IN_PLAN,
  GET_ACTION,
  GET_PLAN,
  type ActionRow,
  type FoundRow,
  type PlanRow,
} from './plan-statements.queries.js';

/** A plan with the action and the note that were asked for. */
export interface FoundInPlan {
  readonly plan: PlanState;
  readonly action: ActionState | null;
  readonly note: Note | null;
}

/** Reads plans. Answers are put together from stored documents, in one round trip (ADR 16). */
@Injectable()
export class ActionPlansQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * The JSON of a plan with its actions.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   */
  async get(actor: UserActor, planId: string): Promise<string> {
    const { plan, rows } = await this.read(actor, planId);
    checkRight('read', plan, actor);
    return plansOf(rows).join('');
  }

  /**
   * Like {@link get}, after a change. It does not check the right to read: the change may have ended it.
   * @throws {PlanNotFound}
   */
  async getChanged(actor: UserActor, planId: string, transaction?: Transaction): Promise<string> {
    const { rows } = await this.read(actor, planId, transaction);
    return plansOf(rows).join('');
  }

  /**
   * The JSON of an action, with the plan.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {ActionNotFound}
   */
  async getAction(
    actor: UserActor,
    planId: string,
    actionId: string,
  ): Promise<{ plan: PlanState; json: string }> {
    const { plan, json } = await this.readAction(actor, planId, actionId);
    checkRight('read', plan, actor);
    if (json === undefined) throw new ActionNotFound();
    return { plan, json };
  }

  /**
   * Like {@link getAction}, after a change. It does not check the right to read: the plan may have become private.
   * @throws {PlanNotFound}
   * @throws {ActionNotFound}
   */
  async getChangedAction(
    actor: UserActor,
    planId: string,
    actionId: string,
    transaction?: Transaction,
  ): Promise<string> {
    const { json } = await this.readAction(actor, planId, actionId, transaction);
    if (json === undefined) throw new ActionNotFound();
    return json;
  }

  /**
   * A plan, and the action and note with these ids if it has them. Undefined when the company has no such plan. No
   * right is checked.
   */
  async find(
    companyId: string,
    planId: string,
    actionId?: string,
    noteId?: string,
  ): Promise<FoundInPlan | undefined> {
    const values = [companyId, planId, actionId ?? '', noteId ?? ''];
    const [row] = await this.sql.query<FoundRow & Record<string, unknown>>(FIND_IN_PLAN, values);
    return (
      row && {
        plan: ActionPlanResponse.stateOf(row.plan, row.planUpdatedAt),
        action: row.action && ActionResponse.stateOf(row.action, row.actionUpdatedAt),
        note: row.note,
      }
    );
  }

  /**
   * A plan and its actions, oldest first. No right is checked.
   * @throws {PlanNotFound}
   */
  async contents(
    actor: UserActor,
    planId: string,
    transaction: Transaction,
  ): Promise<{ plan: PlanState; actions: ActionState[] }> {
    const { plan, rows } = await this.read(actor, planId, transaction);
    const actions = rows.flatMap(({ action, actionUpdatedAt }) =>
      action === null
        ? []
        : [ActionResponse.stateOf(JSON.parse(action) as ActionDocument, actionUpdatedAt ?? '')],
    );
    return { plan, actions };
  }

  private async readAction(
    { companyId, userId }: UserActor,
    planId: string,
    actionId: string,
    transaction?: Transaction,
  ): Promise<{ plan: PlanState; json: string | undefined }> {
    const values = [companyId, userId, planId, actionId];
    const [row] = await this.sql.query<ActionRow & Record<string, unknown>>(GET_ACTION, values, transaction);
    if (!row) throw new PlanNotFound();
    const document = JSON.parse(row.plan) as PlanDocument;
    const plan = ActionPlanResponse.stateOf(document, row.planUpdatedAt);
    return { plan, json: actionOf(row, summaryOf(document)) };
  }

  /** A plan and the rows of {@link GET_PLAN}. @throws {PlanNotFound} */
  private async read(
    { companyId, userId }: UserActor,
    planId: string,
    transaction?: Transaction,
  ): Promise<{ plan: PlanState; rows: PlanRow[] }> {
    const values = [companyId, userId, planId];
    const rows = await this.sql.query<PlanRow & Record<string, unknown>>(GET_PLAN, values, transaction);
    if (!rows[0]) throw new PlanNotFound();
    const { plan: document, planUpdatedAt } = rows[0];
    const plan = ActionPlanResponse.stateOf(JSON.parse(document ?? '') as PlanDocument, planUpdatedAt ?? '');
    return { plan, rows };
  }
}
