import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { named, Sql } from '../../platform/database/sql.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { checkPageBytes, type PageWindow, type RenderedPage } from '../../shared-kernel/page-window.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ActionNotFound } from '../domain/action-plan.errors.js';
import type { ActionStatus } from '../domain/enumerations.js';
import { wantedKeys } from '../domain/plan-filter.js';
import { MAX_PLAN_PAGE_BYTES } from '../domain/plan-size.js';
import { overdueBounds } from '../domain/summary-calendar.js';
import type { MyActionResponse } from './my-action.response.js';
import { isOverdue } from './plan-list-statements.queries.js';
import { isOpen, mayReadPlan, timeOf } from './plan-statements.queries.js';

/** Which actions are wanted. */
export interface MyActionsFilter {
  /** Of the assigned person, not of the action. */
  readonly status?: ActionStatus;
  /** The action is due in the past, and the person has not finished it. */
  readonly overdue?: boolean;
}

/** An action that a person is assigned to. */
export interface OwnAction {
  readonly planId: string;
  readonly employeeId: string;
  /** The JSON of a {@link MyActionResponse}. */
  readonly json: string;
}

/** The assignments of an employee: one row `own` for an action `a`, or none. */
const OWN = `
  SELECT x.status, x."startedAt", x."completedAt"
  FROM json_to_recordset(a.document -> 'assigneeStatuses')
    AS x ("assigneeId" text, status text, "startedAt" text, "completedAt" text)
  WHERE x."assigneeId" = :employeeId
  LIMIT 1`;

/** The parts of the documents that are shown. */
const COLUMNS = `
  a.plan_id AS "planId", a.id, a.document -> 'title' AS title, a.document -> 'description' AS description, a.status,
  a.document ->> 'dueDate' AS "dueDate", ${timeOf('a.updated_at')} AS "updatedAt",
  own.status AS "ownStatus", own."startedAt", own."completedAt",
  CASE WHEN ${mayReadPlan(':userId')} THEN p.document -> 'title' END AS "planTitle"`;

const IN_PLAN = 'JOIN action_plan p ON p.company_id = a.company_id AND p.id = a.plan_id';

/** The texts of a page are read once it is known that they are not too many. */
const LIST = named(
  'action-plans.list-own-actions',
  `
    WITH found AS MATERIALIZED (
      SELECT a.id, (a.document ->> 'dueDate')::timestamptz AS due,
        octet_length((a.document -> 'title')::text) + coalesce(octet_length((a.document -> 'description')::text), 0)
          AS bytes
      FROM plan_action a CROSS JOIN LATERAL (${OWN}) own
      WHERE a.company_id = :companyId AND a.filter_keys @> (SELECT :keys::text[])
        AND (:status::text IS NULL OR own.status = :status)
        AND (:bounds::timestamptz[] IS NULL OR ${isOpen('own.status')} AND ${isOverdue(':bounds')})
    ), page AS MATERIALIZED (
      SELECT f.id, f.due, f.bytes, sum(f.bytes) OVER () <= ${MAX_PLAN_PAGE_BYTES} AS is_ordinary
      FROM (SELECT * FROM found ORDER BY due NULLS LAST, id OFFSET :from LIMIT :length) f
    )
    SELECT t.total, page.bytes, action.*
    FROM (SELECT count(*)::integer AS total FROM found) t
      LEFT JOIN page ON true
      LEFT JOIN LATERAL (
        SELECT ${COLUMNS}
        FROM plan_action a ${IN_PLAN} CROSS JOIN LATERAL (${OWN}) own
        WHERE a.company_id = :companyId AND a.id = page.id
      ) action ON page.is_ordinary
    ORDER BY page.due NULLS LAST, page.id`,
);

const FIND = named(
  'action-plans.find-own-action',
  `
    SELECT ${COLUMNS}
    FROM plan_action a ${IN_PLAN} CROSS JOIN LATERAL (${OWN}) own
    WHERE a.company_id = :companyId AND a.id = :actionId`,
);

/** Reads the actions that are assigned to the employee of a user, also those in private plans. */
@Injectable()
export class MyActionsQueries {
  constructor(
    private readonly sql: Sql,
    private readonly identity: IdentityQueries,
  ) {}

  /**
   * A page of the actions of the caller, those that are due first at first. Empty for a user who is no employee.
   * @returns a {@link MyActionPageResponse}
   * @throws {PageTooLarge}
   */
  async list(
    { companyId, userId }: UserActor,
    page: PageWindow,
    { status, overdue }: MyActionsFilter,
  ): Promise<RenderedPage> {
    const person = await this.identity.findActivePerson(companyId, userId);
    const employeeId = person?.employeeId ?? undefined;
    if (!person || employeeId === undefined) return rendered(page, 0, []);
    const values = {
      ...{ companyId, userId, employeeId, keys: wantedKeys(companyId, { assigneeId: employeeId }) },
      status: status ?? null,
      bounds: overdue === true ? overdueBounds(new Date(), person.timeZone) : null,
      ...{ from: page.from, length: page.to - page.from },
    };
    const rows = await this.sql.query<ListRow>(LIST, values);
    checkPageBytes(page, rows, MAX_PLAN_PAGE_BYTES);
    const actions = rows.flatMap((row) => (row.id === null ? [] : [jsonOf(row)]));
    return rendered(page, rows[0]?.total ?? 0, actions);
  }

  /**
   * An action of the caller.
   * @throws {ActionNotFound} also when the caller is not assigned
   */
  async get(
    { companyId, userId }: UserActor,
    actionId: string,
    transaction?: Transaction,
  ): Promise<OwnAction> {
    const person = await this.identity.findActivePerson(companyId, userId, transaction);
    const employeeId = person?.employeeId ?? undefined;
    if (employeeId === undefined) throw new ActionNotFound();
    const values = { companyId, userId, employeeId, actionId };
    const [row] = await this.sql.query<OwnActionRow>(FIND, values, transaction);
    if (!row) throw new ActionNotFound();
    return { planId: row.planId, employeeId, json: jsonOf(row) };
  }
}

interface OwnActionRow extends Record<string, unknown> {
  readonly planId: string;
  readonly id: string;
  readonly title: MyActionResponse['title'];
  readonly description: MyActionResponse['title'] | null;
  readonly status: string;
  readonly dueDate: string | null;
  readonly updatedAt: string;
  readonly ownStatus: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly planTitle: MyActionResponse['title'] | null;
}

/** Without an action where the page is empty, or its actions are too large. */
type ListRow = { readonly total: number; readonly bytes: number | null } & (
  OwnActionRow | (Record<string, unknown> & { readonly id: null })
);

function jsonOf(row: OwnActionRow): string {
  const { id, title, status, updatedAt, ownStatus, startedAt, completedAt } = row;
  const { description, dueDate, planTitle } = row;
  const action: MyActionResponse = {
    ...{ id, title },
    ...(description !== null && { description }),
    status,
    ...(dueDate !== null && { dueDate }),
    assignment: {
      status: ownStatus,
      ...(startedAt !== null && { startedAt }),
      ...(completedAt !== null && { completedAt }),
    },
    updatedAt,
    ...(planTitle !== null && { planTitle }),
  };
  return JSON.stringify(action);
}

function rendered({ from, to }: PageWindow, total: number, actions: readonly string[]): RenderedPage {
  return { total, content: `{"from":${from},"to":${to},"total":${total},"result":[${actions.join(',')}]}` };
}
