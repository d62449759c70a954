import type { Statement } from '../../platform/database/sql.js';

/** Whether the user `$2` reads a plan `p` of the company (decisions 3). The same rule as `mayReadPlan`. */
export const MAY_READ_PLAN = `(p.visibility = 'PUBLIC' OR p.created_by IS NULL OR p.created_by = $2)`;

/** Plans of the company `$1` that the user `$2` reads. */
const READABLE = `p.company_id = $1 AND ${MAY_READ_PLAN}`;

/** The notes of an action `a` that the user `$2` reads. */
const NOTES = `
  SELECT string_agg(n.document::text, ',' ORDER BY n.created_at, n.id)
  FROM action_note n
  WHERE n.company_id = $1 AND n.action_id = a.id AND (n.visibility <> 'PRIVATE' OR n.author_id = $2)`;

/** One row for each action of a plan `p`. Actions that are not shown count for the plan's completion only. */
const actionsOf = (isShown = 'true'): string => `
  SELECT a.id, a.created_at, a.status, a.assignee_statuses,
    CASE WHEN ${isShown} THEN a.document::text END AS document, CASE WHEN ${isShown} THEN (${NOTES}) END AS notes,
    row_number() OVER (ORDER BY a.created_at, a.id) AS place
  FROM plan_action a
  WHERE a.company_id = $1 AND a.plan_id = p.id`;

/** The document of a plan comes with the first of its rows. */
const COLUMNS = `
  CASE WHEN coalesce(a.place, 1) = 1 THEN p.document::text END AS plan,
  a.document AS action, a.status, a.assignee_statuses AS assignees, a.notes`;

/** A row of {@link GET_PLAN} and of the lists: an action, and the plan if it is the first of the plan. */
export interface PlanRow {
  readonly plan: string | null;
  /** Null if the plan has no action, or this one is not shown. */
  readonly action: string | null;
  /** Null if the plan has no action. */
  readonly status: string | null;
  readonly assignees: readonly string[] | null;
  readonly notes: string | null;
}

/** A row of the lists. */
export interface ListRow extends PlanRow {
  readonly total: number;
  readonly revision: string | null;
}

/** The revision of a company's plans, made of its lanes (ADR 23). Null if none was written since revisions exist. */
const revisionOf = (companyId: string): string =>
  `SELECT string_agg(r.revision::text, ' ' ORDER BY r.lane) FROM plan_revision r WHERE r.company_id = ${companyId}`;

/** `$1` companies. One row for each, in their order. */
export const GET_REVISIONS: Statement = {
  name: 'action-plans.get-revisions',
  text: `
    SELECT (${revisionOf('asked.company_id')}) AS revision
    FROM unnest((SELECT $1::text[])) WITH ORDINALITY AS asked (company_id, place)
    ORDER BY asked.place`,
};

/** `$1` company, `$2` reader, `$3` plan. */
export const GET_PLAN: Statement = {
  name: 'action-plans.get',
  text: `
    SELECT ${COLUMNS}
    FROM action_plan p LEFT JOIN LATERAL (${actionsOf()}) a ON true
    WHERE p.company_id = $1 AND p.id = $3
    ORDER BY a.place`,
};

const NEWEST_FIRST = 'ORDER BY p.created_at DESC, p.id DESC';

/**
 * The actions of a window of plans, how many plans there are, and the revision of the same snapshot. The total comes with
 * every row, the revision with the first, and both alone where the window is empty.
 */
function rowsOf({ total, window, isShown }: { total: string; window: string; isShown?: string }): string {
  return `
    SELECT t.total, CASE WHEN coalesce(a.place, 1) = 1 THEN t.revision END AS revision, ${COLUMNS}
    FROM (SELECT count(*)::integer AS total, (${revisionOf('$1')}) AS revision FROM ${total}) t
      LEFT JOIN (${window}) p ON true
      LEFT JOIN LATERAL (${actionsOf(isShown)}) a ON true
    ORDER BY p.created_at DESC, p.id DESC, a.place`;
}

/** `$1` company, `$2` reader, `$3` from, `$4` length of the page. */
const LIST_PLANS: Statement = {
  name: 'action-plans.list',
  text: rowsOf({
    total: `action_plan p WHERE ${READABLE}`,
    window: `
      SELECT p.id, p.created_at, p.document FROM action_plan p WHERE ${READABLE}
      ${NEWEST_FIRST} OFFSET $3 LIMIT $4`,
  }),
};

/**
 * What each filter asks of an action `a`, its texts `s` or its plan `p`. The sub-selects hide the values from the
 * planner, which would make a plan for each request otherwise.
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
 * then one for each filter, in the same order: the `keys` that an action has, its folded `text`, the time at which it is
 * `overdue`, the `creator` of the plan.
 */
export function listStatement(filters: readonly ListFilter[]): Statement {
  if (filters.length === 0) return LIST_PLANS;
  const conditions = (...names: ListFilter[]): string[] =>
    filters.flatMap((name, index) => (names.includes(name) ? [CONDITIONS[name](`$${index + 5}`)] : []));
  const ofAction = conditions('keys', 'overdue');
  const ofText = conditions('text');
  const isOfActions = ofAction.length + ofText.length > 0;
  const ofPlan = [
    READABLE,
    ...(isOfActions ? ['p.id IN (SELECT m.plan_id FROM matching m)'] : []),
    ...conditions('creator'),
  ];
  return {
    name: `action-plans.list-by-${filters.join('-and-')}`,
    text: `
      WITH ${isOfActions ? `matching AS MATERIALIZED (${matchingPlans(ofAction, ofText)}),` : ''}
      listed AS MATERIALIZED (SELECT p.id, p.created_at FROM action_plan p WHERE ${ofPlan.join(' AND ')})
      ${rowsOf({
        total: 'listed',
        // The limit of one keeps the planner from reading the table to join it.
        window: `
          SELECT p.id, p.created_at, d.document
          FROM (SELECT p.id, p.created_at FROM listed p ${NEWEST_FIRST} OFFSET $3 LIMIT $4) p
          CROSS JOIN LATERAL (
            SELECT o.document FROM action_plan o WHERE o.company_id = $1 AND o.id = p.id LIMIT 1
          ) d`,
        ...(isOfActions && { isShown: isMatch(ofAction, ofText) }),
      })}`,
  };
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

/** Whether the action `a` matches. */
function isMatch(ofAction: readonly string[], ofText: readonly string[]): string {
  const hasText = ofText.map(
    (condition) => `(SELECT ${condition} FROM action_text s WHERE s.company_id = $1 AND s.action_id = a.id)`,
  );
  return [...ofAction, ...hasText].join(' AND ');
}

/** A row of {@link GET_ACTION}: the plan, and the action if the plan has it. */
export interface ActionRow extends Omit<PlanRow, 'plan'> {
  readonly plan: string;
}

/** `$1` company, `$2` reader, `$3` plan, `$4` action. */
export const GET_ACTION: Statement = {
  name: 'action-plans.get-action',
  text: `
    SELECT p.document::text AS plan, a.document::text AS action, a.status, a.assignee_statuses AS assignees,
      (${NOTES}) AS notes
    FROM action_plan p LEFT JOIN plan_action a ON a.company_id = $1 AND a.plan_id = p.id AND a.id = $4
    WHERE p.company_id = $1 AND p.id = $3`,
};

/** The documents of what a path names. `$1` company, `$2` plan, `$3` action or null, `$4` note or null. */
export const FIND_IN_PLAN: Statement = {
  name: 'action-plans.find-in-plan',
  text: `
    SELECT p.document AS plan, a.document AS action, n.document AS note
    FROM action_plan p
      LEFT JOIN plan_action a ON a.company_id = $1 AND a.plan_id = p.id AND a.id = $3
      LEFT JOIN action_note n ON n.company_id = $1 AND n.action_id = a.id AND n.id = $4
    WHERE p.company_id = $1 AND p.id = $2`,
};

/** `$1` company, `$2` reader, `$3` plan. One row per action with the notes that the reader sees, to be streamed. */
export const READ_ACTIONS = `
  SELECT '{"action":' || a.document::text || ',"notes":[' || coalesce((${NOTES}), '') || ']}' AS row
  FROM plan_action a
  WHERE a.company_id = $1 AND a.plan_id = $3
  ORDER BY a.created_at, a.id`;
