import { Injectable } from '@nestjs/common';
import { RowStreams } from '../../platform/database/row-streams.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { isId } from '../../shared-kernel/id.js';
import type { PageWindow } from '../../shared-kernel/page-window.js';
import { PlanForbidden, PlanNotFound } from '../domain/action-plan.errors.js';
import type { PlanState } from '../domain/action-plan.js';
import type { ActionState } from '../domain/action.js';
import type { ActionStatus, ActionType, FocusType } from '../domain/enumerations.js';
import { toAction, type Checked } from '../domain/imported-action.js';
import type { PlanFacts } from '../domain/plan-policy.js';
import { NamedIds, PlanNames } from './plan-names.js';
import {
  GET_PLAN,
  LIST_ALL,
  listMatching,
  READ_ACTIONS,
  READ_PLAN_FACTS,
} from './plan-statements.queries.js';
import type { WorkbookPlan } from './workbook-plan.js';

/** What a list of plans is narrowed by: plans with an action that satisfies all of it (interface 4.2). */
export interface PlanFilter {
  readonly status?: ActionStatus | undefined;
  readonly focusType?: FocusType | undefined;
  readonly hierarchyId?: string | undefined;
  readonly assigneeId?: string | undefined;
  readonly actionType?: ActionType | undefined;
  /** Occurs in a title or description of the action, in any language, in any case. */
  readonly q?: string | undefined;
}

/** How each filter is called in the keys of an action. */
const KEY_OF_FILTER = {
  status: 'status',
  focusType: 'focus',
  hierarchyId: 'area',
  assigneeId: 'assignee',
  actionType: 'type',
} as const satisfies Record<Exclude<keyof PlanFilter, 'q'>, string>;

/** The least that makes a trigram. */
const INDEXED_WORD = /[\p{L}\p{N}]{3}/u;

/** Of these, two that a text does not hold are put beside it. */
const LETTERS = Array.from('qxzjvkwybfghmpucldrtnsioae');

/** An action as it is answered. */
type ActionJson = Checked<ActionState> & { readonly completionPercent: number };

/** Reads plans. The answers of list and get are JSON as PostgreSQL made it, in one round trip. */
@Injectable()
export class ActionPlansQueries {
  constructor(
    private readonly sql: Sql,
    private readonly streams: RowStreams,
    private readonly names: PlanNames,
  ) {}

  /** The envelope of a window of the plans that a user reads, newest first, as JSON. */
  async list(
    { companyId, userId }: UserActor,
    { from, to }: PageWindow,
    filter: PlanFilter,
  ): Promise<string> {
    const [statement, ...narrowed] = narrow(companyId, filter);
    const values = [companyId, userId, from, to - from, ...narrowed];
    const [row] = await this.sql.query<{ total: number; plans: string }>(statement, values);
    const { total = 0, plans = '' } = row ?? {};
    return `{"from":${from},"to":${to},"total":${total},"result":[${plans}]}`;
  }

  /**
   * A plan with its actions, as JSON.
   * @throws {PlanNotFound}
   * @throws {PlanForbidden}
   */
  async get(actor: UserActor, planId: string): Promise<string> {
    const { isReadable, json } = await this.find(actor, planId);
    if (!isReadable) throw new PlanForbidden('read');
    return json;
  }

  /**
   * A plan for a user who has just changed it, and so may have taken the right to read it from themselves.
   * @throws {PlanNotFound}
   */
  async getChanged(actor: UserActor, planId: string): Promise<string> {
    return (await this.find(actor, planId)).json;
  }

  /** What rights on a plan depend on; undefined when there is none. */
  async facts(planId: string): Promise<PlanFacts | undefined> {
    return isId(planId) ? this.state(planId) : undefined;
  }

  /** A plan with everything that a workbook shows to a reader, whose right is not looked at; undefined when there is none. */
  async workbookPlan(planId: string, readerId: string): Promise<(WorkbookPlan & PlanFacts) | undefined> {
    const plan = isId(planId) ? await this.state(planId) : undefined;
    if (!plan) return undefined;
    const actions: WorkbookPlan['actions'][number][] = [];
    const ids = new NamedIds(plan.createdBy);
    const statement = { text: READ_ACTIONS, values: [planId, readerId] };
    for await (const batch of this.streams.read(statement, new AbortController().signal)) {
      for (const json of batch) {
        const record = JSON.parse(json) as ActionJson;
        const action = { ...toAction(record), completionPercent: record.completionPercent };
        actions.push(action);
        ids.add(action);
      }
    }
    const completed = actions.filter(({ status }) => status === 'COMPLETED').length;
    const { description, createdBy, ...rest } = plan;
    return {
      ...rest,
      description: description ?? undefined,
      createdBy: createdBy ?? undefined,
      completionPercent: actions.length === 0 ? 0 : Math.floor((100 * completed) / actions.length),
      actions,
      names: await this.names.of(plan.companyId, ids),
    };
  }

  private async find(
    { companyId, userId }: UserActor,
    planId: string,
  ): Promise<{ isReadable: boolean; json: string }> {
    if (!isId(planId)) throw new PlanNotFound();
    const [row] = await this.sql.query<{ isReadable: boolean; json: string }>(GET_PLAN, [
      companyId,
      userId,
      planId,
    ]);
    if (!row) throw new PlanNotFound();
    return row;
  }

  private async state(planId: string): Promise<PlanState | undefined> {
    const [row] = await this.sql.query<PlanState & Record<string, unknown>>(READ_PLAN_FACTS, [planId]);
    return row;
  }
}

/** The statement for a filter and the values that it takes besides those of every list. */
function narrow(companyId: string, filter: PlanFilter): [Statement, ...values: unknown[]] {
  const keys = Object.entries(KEY_OF_FILTER).flatMap(([name, key]) => {
    const value = filter[name as keyof typeof KEY_OF_FILTER];
    return value === undefined ? [] : [`${companyId}:${key}:${value}`];
  });
  const { q } = filter;
  if (q === undefined) return keys.length === 0 ? [LIST_ALL] : [listMatching(), keys];
  // The company is a key of its own: it keeps the search within the company.
  const within = keys.length === 0 ? [companyId] : keys;
  const [one, other] = LETTERS.filter((letter) => !q.toLowerCase().includes(letter));
  return INDEXED_WORD.test(q) && one !== undefined && other !== undefined
    ? [listMatching('indexed'), within, q, one, other]
    : [listMatching('scanned'), within, q];
}
