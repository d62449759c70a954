import type { Statement } from '../../platform/database/sql.js';
import type { Note } from '../domain/action.js';
import type { PlanDocument } from './action-plan.response.js';
import type { ActionDocument } from './action.response.js';

/**
 * The user `$2` may read a plan `p` of the company (decisions 3). `reading-rule.spec.ts` compares it with the policy.
 */
export const MAY_READ_PLAN = `(p.visibility = 'PUBLIC' OR p.created_by IS NULL OR p.created_by = $2)`;

/** Plans of the company `$1` that the user `$2` reads. */
const READABLE = `p.company_id = $1 AND ${MAY_READ_PLAN}`;

/** A time of the database as the API writes it. */
const timeOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The notes of an action `a` that the user `$2` reads. */
const NOTES = `
  SELECT string_agg(n.document::text, ',' ORDER BY n.created_at, n.id)
  FROM action_note n
  WHERE n.company_id = $1 AND n.action_id = a.id AND (n.visibility <> 'PRIVATE' OR n.author_id = $2)`;

/** One row for each action of a plan `p`. Actions that are not shown count for the plan's completion only. */
const actionsOf = (isShown = 'true'): string => `
  SELECT a.id, a.created_at, a.updated_at, a.status, a.assignee_statuses,
    CASE WHEN ${isShown} THEN a.document::text END AS document, CASE WHEN ${isShown} THEN (${NOTES}) END AS notes,
    row_number() OVER (ORDER BY a.created_at, a.id) AS place
  FROM plan_action a
  WHERE a.company_id = $1 AND a.plan_id = p.id`;

/** The document of a plan comes with the first of its rows. */
const columns = (isRead = 'true'): string => `
  CASE WHEN ${isRead} AND coalesce(a.place, 1) = 1 THEN p.document::text END AS plan,
  CASE WHEN ${isRead} AND coalesce(a.place, 1) = 1 THEN ${timeOf('p.updated_at')} END AS "planUpdatedAt",
  a.document AS action, ${timeOf('a.updated_at')} AS "actionUpdatedAt", a.status, a.assignee_statuses AS assignees,
  a.notes`;

/** A row of {@link GET_PLAN} and of the lists: an action, and the plan if it is the first of the plan. */
export interface PlanRow {
  readonly plan: string | null;
  readonly planUpdatedAt: string | null;
  /** Null if the plan has no action, or this one is not shown. */
  readonly action: string | null;
  readonly actionUpdatedAt: string | null;
  /** Null if the plan has no action. */
  readonly status: string | null;
  readonly assignees: readonly string[] | null;
  readonly notes: string | null;
}

/** A row of the lists. */
export interface ListRow extends PlanRow {
  readonly total: number;
  /** Set where the plans of the window have more than {@link MAX_ORDINARY_PAGE_BYTES}; nothing else is read then. */
  readonly largePlanId: string | null;
  readonly bytes: number | null;
}

/** `$1` company, `$2` reader, `$3` plan. */
export const GET_PLAN: Statement = {
  name: 'action-plans.get',
  text: `
    SELECT ${columns()}
    FROM action_plan p LEFT JOIN LATERAL (${actionsOf()}) a ON true
    WHERE p.company_id = $1 AND p.id = $3
    ORDER BY a.place`,
};

const NEWEST_FIRST = 'ORDER BY p.created_at DESC, p.id DESC';

/** Most bytes of the plans of a page that is read by one statement. */
export const MAX_ORDINARY_PAGE_BYTES = 4_194_304;

/**
 * The actions of a window of plans, and the number of all plans. The total comes with every row, and alone where the
 * window is empty. Where the plans of the window have many bytes, only their ids and sizes are read.
 */
function rowsOf({ total, window, isShown }: { total: string; window: string; isShown?: string }): string {
  return `
    SELECT t.total, CASE WHEN NOT p.is_ordinary THEN p.id END AS "largePlanId", CASE WHEN NOT p.is_ordinary THEN p.bytes END AS bytes,
      ${columns('p.is_ordinary')}
    FROM (SELECT count(*)::integer AS total FROM ${total}) t
      LEFT JOIN (
        SELECT w.*, sum(w.bytes) OVER () <= ${MAX_ORDINARY_PAGE_BYTES} AS is_ordinary FROM (${window}) w
      ) p ON true
      LEFT JOIN LATERAL (${actionsOf(isShown)} AND p.is_ordinary) a ON true
    ORDER BY p.created_at DESC, p.id DESC, a.place`;
}

/** `$1` company, `$2` reader, `$3` from, `$4` length of the page. */
const LIST_PLANS: Statement = {
  name: 'action-plans.list',
  text: rowsOf({
    total: `action_plan p WHERE ${READABLE}`,
    window: `
      SELECT p.id, p.created_at, p.updated_at, p.bytes, p.document FROM action_plan p WHERE ${READABLE}
      ${NEWEST_FIRST} OFFSET $3 LIMIT $4`,
  }),
};

/**
 * The condition of each filter on an action `a`, its texts `s` or its plan `p`. The sub-selects hide the values from
 * the planner, which would make a plan for each request otherwise.
 */
const CONDITIONS = {
  keys: (value: string) => `a.filter_keys @> (SELECT ${value}::text[])`,
  text: (value: string) => `position((SELECT ${value}::text) IN s.search_text) > 0`,
  overdue: (value: string) => `a.overdue_after < (SELECT ${value}::timestamptz)`,
  creator: (value: string) => `p.created_by = (SELECT ${value}::text)`,
};

export type ListFilter = keyof typeof CONDITIONS;

/**
 * The statement of a list with some filters, each combination under its own name. Values: those of {@link LIST_PLANS},
 * then one for each filter, in the same order: the `keys` that an action has, its folded `text`, the time at which it
 * is `overdue`, the `creator` of the plan.
 */
export function listStatement(filters: readonly ListFilter[]): Statement {
  if (filters.length === 0) return LIST_PLANS;
  const { ofPlan, ofAction, ofText, isOfActions } = conditionsOf(filters, 5);
  const plans = [READABLE, ...(isOfActions ? ['p.id IN (SELECT m.plan_id FROM matching m)'] : []), ...ofPlan];
  return {
    name: `action-plans.list-by-${filters.join('-and-')}`,
    text: `
      WITH ${isOfActions ? `matching AS MATERIALIZED (${matchingPlans(ofAction, ofText)}),` : ''}
      listed AS MATERIALIZED (SELECT p.id, p.created_at FROM action_plan p WHERE ${plans.join(' AND ')})
      ${rowsOf({
        total: 'listed',
        // The limit of one keeps the planner from reading the table to join it.
        window: `
          SELECT p.id, p.created_at, d.updated_at, d.bytes, d.document
          FROM (SELECT p.id, p.created_at FROM listed p ${NEWEST_FIRST} OFFSET $3 LIMIT $4) p
          CROSS JOIN LATERAL (
            SELECT o.updated_at, o.bytes, o.document FROM action_plan o WHERE o.company_id = $1 AND o.id = p.id LIMIT 1
          ) d`,
        ...(isOfActions && { isShown: isMatch(ofAction, ofText) }),
      })}`,
  };
}

/**
 * The statement that reads some plans of a page with many bytes. `$1` company, `$2` reader, `$3` ids of plans, then one
 * for each filter as in {@link listStatement}.
 */
export function partStatement(filters: readonly ListFilter[]): Statement {
  const { ofPlan, ofAction, ofText, isOfActions } = conditionsOf(filters, 4);
  return {
    name: ['action-plans.read-part', ...filters].join('-'),
    text: `
      SELECT ${columns()}
      FROM action_plan p
        LEFT JOIN LATERAL (${actionsOf(isOfActions ? isMatch(ofAction, ofText) : 'true')}) a ON true
      WHERE ${[READABLE, 'p.id = ANY ($3)', ...ofPlan].join(' AND ')}
      ORDER BY p.created_at DESC, p.id DESC, a.place`,
  };
}

/** @param first - number of the parameter of the first filter */
function conditionsOf(filters: readonly ListFilter[], first: number) {
  const conditions = (...names: ListFilter[]): string[] =>
    filters.flatMap((name, index) => (names.includes(name) ? [CONDITIONS[name](`$${index + first}`)] : []));
  const [ofPlan, ofAction, ofText] = [
    conditions('creator'),
    conditions('keys', 'overdue'),
    conditions('text'),
  ];
  return { ofPlan, ofAction, ofText, isOfActions: ofAction.length + ofText.length > 0 };
}

/** The ids of the plans with a matching action. A search for a text alone reads the texts of the company only. */
function matchingPlans(ofAction: readonly string[], ofText: readonly string[]): string {
  if (ofAction.length === 0)
    return `SELECT DISTINCT s.plan_id FROM action_text s WHERE s.company_id = $1 AND ${ofText.join(' AND ')}`;
  const texts = 'JOIN action_text s ON s.company_id = a.company_id AND s.action_id = a.id';
  return `
    SELECT DISTINCT a.plan_id FROM plan_action a ${ofText.length > 0 ? texts : ''}
    WHERE a.company_id = $1 AND ${[...ofAction, ...ofText].join(' AND ')}`;
}

/** The condition that the action `a` matches. */
function isMatch(ofAction: readonly string[], ofText: readonly string[]): string {
  const hasText = ofText.map(
    (condition) => `(SELECT ${condition} FROM action_text s WHERE s.company_id = $1 AND s.action_id = a.id)`,
  );
  return [...ofAction, ...hasText].join(' AND ');
}

/** A row of {@link GET_ACTION}: the plan, and the action if the plan has it. */
export interface ActionRow extends Omit<PlanRow, 'plan' | 'planUpdatedAt'> {
  readonly plan: string;
  readonly planUpdatedAt: string;
}

/** `$1` company, `$2` reader, `$3` plan, `$4` action. */
export const GET_ACTION: Statement = {
  name: 'action-plans.get-action',
  text: `
    SELECT p.document::text AS plan, ${timeOf('p.updated_at')} AS "planUpdatedAt", a.document::text AS action,
      ${timeOf('a.updated_at')} AS "actionUpdatedAt", a.status, a.assignee_statuses AS assignees,
      (${NOTES}) AS notes
    FROM action_plan p LEFT JOIN plan_action a ON a.company_id = $1 AND a.plan_id = p.id AND a.id = $4
    WHERE p.company_id = $1 AND p.id = $3`,
};

/** A row of {@link FIND_IN_PLAN}: an action and a note if the plan has those that were asked for. */
export interface FoundRow {
  readonly plan: PlanDocument;
  readonly planUpdatedAt: string;
  readonly action: ActionDocument | null;
  readonly actionUpdatedAt: string;
  readonly note: Note | null;
}

/** The documents of what a path names. `$1` company, `$2` plan, `$3` action or null, `$4` note or null. */
export const FIND_IN_PLAN: Statement = {
  name: 'action-plans.find-in-plan',
  text: `
    SELECT p.document AS plan, ${timeOf('p.updated_at')} AS "planUpdatedAt", a.document AS action,
      ${timeOf('a.updated_at')} AS "actionUpdatedAt", n.document AS note
    FROM action_plan p
      LEFT JOIN plan_action a ON a.company_id = $1 AND a.plan_id = p.id AND a.id = $3
      LEFT JOIN action_note n ON n.company_id = $1 AND n.action_id = a.id AND n.id = $4
    WHERE p.company_id = $1 AND p.id = $2`,
};

/** `$1` company, `$2` reader, `$3` plan. One row per action with the notes that the reader sees, to be streamed. */
export const READ_ACTIONS = `
  SELECT '{"action":' || a.document::text || ',"updatedAt":"' || ${timeOf('a.updated_at')} || '","notes":[' || coalesce((${NOTES}), '') || ']}' AS row
  FROM plan_action a
  WHERE a.company_id = $1 AND a.plan_id = $3
  ORDER BY a.created_at, a.id`;
