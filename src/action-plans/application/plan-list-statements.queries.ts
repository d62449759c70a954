import type { Statement } from '../../platform/database/sql.js';
import type { PlanOrder, PlanView } from '../domain/enumerations.js';
import { actionsOf, columns, READABLE, timeOf, type PlanRow } from './plan-statements.queries.js';

/** The part of a row of the list that does not depend on its form. */
interface WindowRow {
  readonly total: number;
  /** Set where the plans of the window have more than {@link MAX_ORDINARY_PAGE_BYTES}; nothing else is read then. */
  readonly largePlanId: string | null;
  readonly bytes: number | null;
}

/** A plan in short; null where the window is empty, or the plan is large. */
export interface SummaryRow {
  readonly plan: string | null;
  readonly planUpdatedAt: string | null;
  readonly actionCount: number;
  readonly completedCount: number;
  readonly overdueCount: number;
}

/** A row of the list: a plan in short, or an action with the plan if it is the first of the plan. */
export type ListRow = WindowRow & (PlanRow | SummaryRow);

/** Most bytes of the plans of a page that is read by one statement. */
export const MAX_ORDINARY_PAGE_BYTES = 4_194_304;

/** Rows of a large page that are read at a time: an action with its notes may have hundreds of KiB. */
const LARGE_ROWS_AT_A_TIME = 4;

/** Each has an index with the columns of the reading rule, so that a deep page reads no plan before its window. */
const ORDERS: Readonly<Record<PlanOrder, { readonly column: string; readonly direction: 'ASC' | 'DESC' }>> = {
  '-createdAt': { column: 'created_at', direction: 'DESC' },
  '-updatedAt': { column: 'updated_at', direction: 'DESC' },
  title: { column: 'title', direction: 'ASC' },
};

/** True for a due date without a time, see `isWholeDay`. It begins a day in UTC; `date_bin` looks at no time zone. */
export const IS_WHOLE_DAY = `a.overdue_after = date_bin('1 day', a.overdue_after, 'epoch'::timestamptz)`;

/** True for an action `a` that is overdue. @param bounds - those of `overdueBounds` */
export const isOverdue = (bounds: string): string =>
  `a.overdue_after < ((SELECT ${bounds}::timestamptz[]))[CASE WHEN ${IS_WHOLE_DAY} THEN 1 ELSE 2 END]`;

/**
 * The condition of each filter on an action `a`, its texts `s` or its plan `p`. The sub-selects hide the values from
 * the planner, which would make a plan for each request otherwise.
 */
const CONDITIONS = {
  keys: (value: string) => `a.filter_keys @> (SELECT ${value}::text[])`,
  text: (value: string) => `position((SELECT ${value}::text) IN s.search_text) > 0`,
  overdue: (value: string) => `
    a.overdue_after < (SELECT max(bound) FROM unnest(${value}::timestamptz[]) bound) AND ${isOverdue(value)}`,
  creator: (value: string) => `p.created_by = (SELECT ${value}::text)`,
  plan: (value: string) => `p.id IN (
    SELECT t.plan_id FROM plan_text t WHERE t.company_id = $1 AND position((SELECT ${value}::text) IN t.search_text) > 0
  )`,
};

export type ListFilter = keyof typeof CONDITIONS;

/** The filters that are set, the order and the form of a list. */
export interface ListKind {
  readonly filters: readonly ListFilter[];
  readonly sort?: PlanOrder;
  readonly view?: PlanView | undefined;
}

/**
 * The statement of a list, each kind under its own name. `$1` company, `$2` reader, `$3` from, `$4` length of the
 * page, then one value for each filter, in the same order: the `keys` that an action has, its folded `text`, the bounds
 * of `overdue` ones, the `creator` of the plan, the folded text of the `plan`. The last value of a summary are the
 * bounds of overdue actions.
 */
export function listStatement({ filters, sort = '-createdAt', view }: ListKind): Statement {
  const { ofPlan, ofAction, ofText, isOfActions } = conditionsOf(filters, 5);
  const plans = [READABLE, ...(isOfActions ? ['p.id IN (SELECT m.plan_id FROM matching m)'] : []), ...ofPlan];
  const { column, direction } = ORDERS[sort];
  const readable = `SELECT p.id, p.${column} AS sort_key FROM action_plan p WHERE ${plans.join(' AND ')}`;
  const ordered = `ORDER BY p.sort_key ${direction}, p.id ${direction}`;
  const matching = isOfActions ? `matching AS MATERIALIZED (${matchingPlans(ofAction, ofText)}),` : '';
  const isFiltered = filters.length > 0;
  const contents =
    view === 'summary' ? countsOf(`$${filters.length + 5}`) : actionsOf(isMatchOf(ofAction, ofText));
  return {
    name: nameOf(view === 'summary' ? 'summaries' : 'list', sort, filters),
    text: `
      ${isFiltered ? `WITH ${matching} listed AS MATERIALIZED (${readable})` : ''}
      SELECT t.total, CASE WHEN NOT p.is_ordinary THEN p.id END AS "largePlanId",
        CASE WHEN NOT p.is_ordinary THEN p.bytes END AS bytes, ${columnsOf(view, 'p.is_ordinary')}
      FROM (SELECT count(*)::integer AS total FROM ${isFiltered ? 'listed' : `action_plan p WHERE ${READABLE}`}) t
        LEFT JOIN (
          SELECT w.*, sum(w.bytes) OVER () <= ${MAX_ORDINARY_PAGE_BYTES} AS is_ordinary
          FROM (${windowOf(isFiltered ? 'listed' : `(${readable})`, ordered, view)}) w
        ) p ON true
        LEFT JOIN LATERAL (${contents} AND p.is_ordinary) a ON true
      ${ordered}${view === 'summary' ? '' : ', a.place'}`,
  };
}

/**
 * The statement that reads some plans of a page with many bytes, in the order of their ids. `$1` company, `$2` reader,
 * `$3` ids of plans, then the same values as in {@link listStatement}.
 */
export function partStatement({ filters, view }: ListKind): Statement {
  const { ofPlan, ofAction, ofText } = conditionsOf(filters, 4);
  const contents =
    view === 'summary' ? countsOf(`$${filters.length + 4}`) : actionsOf(isMatchOf(ofAction, ofText));
  return {
    name: nameOf(view === 'summary' ? 'summary-part' : 'part', undefined, filters),
    rowsAtATime: LARGE_ROWS_AT_A_TIME,
    text: `
      SELECT ${columnsOf(view)}
      FROM action_plan p LEFT JOIN LATERAL (${contents}) a ON true
      WHERE ${[READABLE, 'p.id = ANY ($3::text[])', ...ofPlan].join(' AND ')}
      ORDER BY array_position($3::text[], p.id)${view === 'summary' ? '' : ', a.place'}`,
  };
}

/** PostgreSQL cuts names after 63 bytes, which the longest one has. */
function nameOf(statement: string, sort: PlanOrder | undefined, filters: readonly ListFilter[]): string {
  const order = sort === undefined ? [] : [sort.replace('-', '')];
  return [`action-plans.${statement}`, ...order, ...filters].join('.');
}

/**
 * The plans of a window, whose ids are read first. The size of a plan is that of its form. The limit of one keeps the
 * planner from reading the table to join it.
 */
function windowOf(readable: string, ordered: string, view: PlanView | undefined): string {
  const bytes = view === 'summary' ? 'octet_length(o.document::text)' : 'o.bytes';
  return `
    SELECT p.id, p.sort_key, d.updated_at, d.bytes, d.document
    FROM (SELECT p.id, p.sort_key FROM ${readable} p ${ordered} OFFSET $3 LIMIT $4) p
    CROSS JOIN LATERAL (
      SELECT o.updated_at, ${bytes} AS bytes, o.document FROM action_plan o
      WHERE o.company_id = $1 AND o.id = p.id LIMIT 1
    ) d`;
}

/** One row with the numbers of actions of a plan `p`, which an index has. */
function countsOf(bounds: string): string {
  return `
    SELECT count(*)::integer AS actions, (count(*) FILTER (WHERE a.status = 'COMPLETED'))::integer AS completed,
      (count(*) FILTER (WHERE ${isOverdue(bounds)}))::integer AS overdue
    FROM plan_action a WHERE a.company_id = $1 AND a.plan_id = p.id`;
}

function columnsOf(view: PlanView | undefined, isRead = 'true'): string {
  if (view === undefined) return columns(isRead);
  return `
    CASE WHEN ${isRead} THEN p.document::text END AS plan,
    CASE WHEN ${isRead} THEN ${timeOf('p.updated_at')} END AS "planUpdatedAt",
    a.actions AS "actionCount", a.completed AS "completedCount", a.overdue AS "overdueCount"`;
}

/** Conditions on plans `p`, actions `a` and texts of actions `s`. */
interface Conditions {
  readonly ofPlan: readonly string[];
  readonly ofAction: readonly string[];
  readonly ofText: readonly string[];
  /** True where a filter is about actions. */
  readonly isOfActions: boolean;
}

/** The conditions of filters. @param first - number of the parameter of the first filter */
export function conditionsOf(filters: readonly ListFilter[], first: number): Conditions {
  const conditions = (...names: ListFilter[]): string[] =>
    filters.flatMap((name, index) => (names.includes(name) ? [CONDITIONS[name](`$${index + first}`)] : []));
  const [ofPlan, ofAction, ofText] = [
    conditions('creator', 'plan'),
    conditions('keys', 'overdue'),
    conditions('text'),
  ];
  return { ofPlan, ofAction, ofText, isOfActions: ofAction.length + ofText.length > 0 };
}

/** The ids of the plans with a matching action. A search for a text alone reads the texts of the company only. */
function matchingPlans(ofAction: readonly string[], ofText: readonly string[]): string {
  if (ofAction.length === 0)
    return `SELECT DISTINCT s.plan_id FROM action_text s WHERE s.company_id = $1 AND ${ofText.join(' AND ')}`;
  return `
    SELECT DISTINCT a.plan_id FROM plan_action a WHERE a.company_id = $1 AND ${isMatchOf(ofAction, ofText)}`;
}

/**
 * The condition that the action `a` matches. Its text is read by key: with a join, the planner may choose to search
 * every text for every action while a table has few statistics.
 */
export function isMatchOf(ofAction: readonly string[], ofText: readonly string[]): string {
  const hasText = ofText.map(
    (condition) => `(SELECT ${condition} FROM action_text s WHERE s.company_id = $1 AND s.action_id = a.id)`,
  );
  return [...ofAction, ...hasText].join(' AND ') || 'true';
}
