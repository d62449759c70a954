import { Injectable } from '@nestjs/common';
import { LookUp } from '../../platform/database/look-up.js';
import { RowStreams } from '../../platform/database/row-streams.js';
import { Sql } from '../../platform/database/sql.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { foldText } from '../../shared-kernel/folding.js';
import { isId } from '../../shared-kernel/id.js';
import type { PageWindow } from '../../shared-kernel/page-window.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionNotFound, PlanNotFound } from '../domain/action-plan.errors.js';
import type { PlanState } from '../domain/action-plan.js';
import type { ActionState, Note } from '../domain/action.js';
import { actionCompletion, planCompletion } from '../domain/completion.js';
import type { ActionStatus } from '../domain/enumerations.js';
import { wantedKeys, type PlanFilter } from '../domain/plan-filter.js';
import { checkRight } from '../domain/plan-policy.js';
import { ActionPlanPageResponse, ActionPlanResponse, type PlanDocument } from './action-plan.response.js';
import { ActionResponse } from './action.response.js';
import type { CreatedAction } from './created-action.js';
import { planListTag } from './plan-list-tag.js';
import { NamedIds, PlanNames } from './plan-names.js';
import {
  FIND_IN_PLAN,
  GET_REVISIONS,
  GET_ACTION,
  GET_PLAN,
  listStatement,
  READ_ACTIONS,
  type ActionRow,
  type ListFilter,
  type ListRow,
  type PlanRow,
} from './plan-statements.queries.js';
import { toWorkbookAction, type WorkbookPlan } from './workbook-plan.js';

/** What {@link ActionPlansQueries.find} finds. */
export interface FoundInPlan {
  readonly plan: PlanState;
  readonly action: ActionState | null;
  readonly note: Note | null;
}

/** A page of plans. */
export interface PlanList {
  readonly json: string;
  /** Undefined where the list depends on the time. */
  readonly etag: string | undefined;
}

/** Reads plans. Answers are put together from stored documents, in one round trip (ADR 16). */
@Injectable()
export class ActionPlansQueries {
  private readonly revisions: LookUp<readonly [companyId: string], Pick<ListRow, 'revision'>>;

  constructor(
    private readonly sql: Sql,
    private readonly streams: RowStreams,
    private readonly names: PlanNames,
  ) {
    this.revisions = new LookUp(sql, GET_REVISIONS);
  }

  /** A page of the plans that a user reads, newest first. */
  async list(actor: UserActor, page: PageWindow, filter: PlanFilter): Promise<PlanList> {
    const { companyId, userId } = actor;
    const wanted = wantedOf(companyId, filter);
    const statement = listStatement([...wanted.keys()]);
    const values = [companyId, userId, page.from, page.to - page.from, ...wanted.values()];
    const rows = await this.sql.query<ListRow & Record<string, unknown>>(statement, values);
    const json = ActionPlanPageResponse.json(page, rows[0]?.total ?? 0, plansOf(rows));
    return { json, etag: planListTag(rows[0]?.revision ?? null, actor, page, wanted) };
  }

  /** The tag that {@link list} has now, without reading a plan. */
  async listTag(actor: UserActor, page: PageWindow, filter: PlanFilter): Promise<string | undefined> {
    const { revision } = await this.revisions.find(actor.companyId);
    return planListTag(revision, actor, page, wantedOf(actor.companyId, filter));
  }

  /**
   * The JSON of a plan with its actions.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   */
  async get(actor: UserActor, planId: string): Promise<string> {
    const { plan, json } = await this.read(actor, planId);
    checkRight('read', plan, actor);
    return json;
  }

  /**
   * Like {@link get}, after a change. It does not check the right to read: the change may have ended it.
   * @throws {PlanNotFound}
   */
  async getChanged(actor: UserActor, planId: string, transaction?: Transaction): Promise<string> {
    return (await this.read(actor, planId, transaction)).json;
  }

  /**
   * The JSON of an action.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   * @throws {ActionNotFound}
   */
  async getAction(actor: UserActor, planId: string, actionId: string): Promise<string> {
    const { plan, json } = await this.readAction(actor, planId, actionId);
    checkRight('read', plan, actor);
    if (json === undefined) throw new ActionNotFound();
    return json;
  }

  /** The JSON of a plan that has just been created: it has no actions, so that nothing is read. */
  created(plan: PlanState): string {
    const document = JSON.stringify(ActionPlanResponse.documentOf(plan));
    return ActionPlanResponse.json(document, planCompletion([]), []);
  }

  /** The JSON of an action that has just been created: it has no notes, so that nothing is read. */
  createdAction({ plan, action }: CreatedAction): string {
    const { status, assigneeStatuses } = action;
    const assignees = assigneeStatuses.map((one) => one.status);
    const document = JSON.stringify(ActionResponse.documentOf(action));
    return actionJson(
      { action: document, status, assignees, notes: null },
      summaryOf(ActionPlanResponse.documentOf(plan)),
    );
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
   * A plan, and the action and note with these ids if it has them. Undefined when the company has no such plan. No right
   * is checked.
   */
  async find(
    companyId: string,
    planId: string,
    actionId?: string,
    noteId?: string,
  ): Promise<FoundInPlan | undefined> {
    if (!isId(planId)) return undefined;
    const values = [companyId, planId, idOrNull(actionId), idOrNull(noteId)];
    const [row] = await this.sql.query<FoundInPlan & Record<string, unknown>>(FIND_IN_PLAN, values);
    return row;
  }

  /** A plan for a workbook, with the private notes of the reader only. No right is checked. */
  async workbookPlan(plan: PlanState, readerId: string): Promise<WorkbookPlan> {
    const { companyId } = plan;
    const ids = new NamedIds(plan.createdBy);
    const actions: WorkbookPlan['actions'][number][] = [];
    const statement = { text: READ_ACTIONS, values: [companyId, readerId, plan.id] };
    const never = new AbortController().signal;
    for await (const batch of this.streams.read(statement, { purpose: 'export', companyId }, never)) {
      for (const json of batch) {
        const { action, notes } = JSON.parse(json) as { action: ActionState; notes: Note[] };
        ids.add(action, notes);
        actions.push(toWorkbookAction(action, notes));
      }
    }
    return {
      ...plan,
      createdAt: new Date(plan.createdAt),
      updatedAt: new Date(plan.updatedAt),
      completionPercent: planCompletion(actions.map(({ status }) => status)),
      actions,
      names: await this.names.of(companyId, ids),
    };
  }

  private async readAction(
    { companyId, userId }: UserActor,
    planId: string,
    actionId: string,
    transaction?: Transaction,
  ): Promise<{ plan: PlanState; json: string | undefined }> {
    if (!isId(planId)) throw new PlanNotFound();
    const values = [companyId, userId, planId, idOrNull(actionId)];
    const [row] = await this.sql.query<ActionRow & Record<string, unknown>>(GET_ACTION, values, transaction);
    if (!row) throw new PlanNotFound();
    const plan = JSON.parse(row.plan) as PlanDocument & PlanState;
    return { plan, json: actionOf(row, summaryOf(plan)) };
  }

  private async read(
    { companyId, userId }: UserActor,
    planId: string,
    transaction?: Transaction,
  ): Promise<{ plan: PlanState; json: string }> {
    if (!isId(planId)) throw new PlanNotFound();
    const rows = await this.sql.query<PlanRow & Record<string, unknown>>(
      GET_PLAN,
      [companyId, userId, planId],
      transaction,
    );
    const [json] = plansOf(rows);
    if (json === undefined) throw new PlanNotFound();
    return { plan: JSON.parse(rows[0]?.plan ?? '') as PlanState, json };
  }
}

/** PostgreSQL refuses some texts that are no ids. */
function idOrNull(text?: string): string | null {
  return text !== undefined && isId(text) ? text : null;
}

/** The filters of a statement that are set, with their values. */
function wantedOf(companyId: string, filter: PlanFilter): Map<ListFilter, unknown> {
  const wanted = new Map<ListFilter, unknown>();
  const keys = wantedKeys(companyId, filter);
  if (keys.length > 0) wanted.set('keys', keys);
  if (filter.q !== undefined) wanted.set('text', foldText(filter.q));
  if (filter.overdue === true) wanted.set('overdue', new Date());
  if (filter.createdBy !== undefined) wanted.set('creator', filter.createdBy);
  return wanted;
}

/** The JSON of each plan; its rows follow one another. */
function plansOf(rows: readonly PlanRow[]): string[] {
  const plans: string[] = [];
  for (let at = 0; at < rows.length;) {
    const document = rows[at]?.plan;
    if (typeof document !== 'string') return plans; // an empty page has one row, with the total only
    const summary = summaryOf(JSON.parse(document) as PlanDocument);
    const statuses: ActionStatus[] = [];
    const actions: string[] = [];
    do {
      const row = rows[at] as PlanRow;
      if (row.status !== null) statuses.push(row.status as ActionStatus);
      const action = actionOf(row, summary);
      if (action !== undefined) actions.push(action);
      at++;
    } while (at < rows.length && rows[at]?.plan === null);
    plans.push(ActionPlanResponse.json(document, planCompletion(statuses), actions));
  }
  return plans;
}

/** The JSON of the plan of an action, in short. */
function summaryOf({ id, title, description }: PlanDocument): string {
  return JSON.stringify({ id, title, description });
}

/** The JSON of the action of a row; undefined when it has none. */
function actionOf({ action, ...row }: Omit<PlanRow, 'plan'>, plan: string): string | undefined {
  return action === null ? undefined : actionJson({ action, ...row }, plan);
}

function actionJson(
  { action, status, assignees, notes }: Omit<PlanRow, 'plan' | 'action'> & { readonly action: string },
  plan: string,
): string {
  const completionPercent = actionCompletion(
    status as ActionStatus,
    (assignees ?? []) as readonly ActionStatus[],
  );
  return ActionResponse.json(action, { plan, completionPercent, notes: notes ?? '' });
}
