import type { Statement } from '../../platform/database/sql.js';
import type { Note } from '../domain/action.js';
import type { PlanDocument } from './action-plan.response.js';
import type { ActionDocument } from './action.response.js';
import { OPEN_STATUSES } from '../domain/progress.js';

/**
 * A user may read a plan `p` of the company (docs/contract.md, "Action plans"). `reading-rule.spec.ts` compares it with
 * the policy.
 */
export const mayReadPlan = (user: string): string =>
  `(p.visibility = 'PUBLIC' OR p.created_by IS NULL OR p.created_by = ${user})`;

/** The user `$2` may. */
export const MAY_READ_PLAN = mayReadPlan('$2');

/** Plans of the company `$1` that the user `$2` reads. */
export const READABLE = `p.company_id = $1 AND ${MAY_READ_PLAN}`;

/** A status of an action, or of one of its assignees, that is not finished. */
export const isOpen = (column: string): string =>
  `${column} IN (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** A time of the database as the API writes it. */
export const timeOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The notes of an action `a` that the user `$2` reads. */
const NOTES = `
  SELECT string_agg(n.document::text, ',' ORDER BY n.created_at, n.id)
  FROM action_note n
  WHERE n.company_id = $1 AND n.action_id = a.id AND (n.visibility <> 'PRIVATE' OR n.author_id = $2)`;

/** One row for each action of a plan `p`. Actions that are not shown count for the plan's completion only. */
export const actionsOf = (isShown = 'true'): string => `
  SELECT a.id, a.created_at, a.updated_at, a.status, a.assignee_statuses,
    CASE WHEN ${isShown} THEN a.document::text END AS document, CASE WHEN ${isShown} THEN (${NOTES}) END AS notes,
    row_number() OVER (ORDER BY a.created_at, a.id) AS place
  FROM plan_action a
  WHERE a.company_id = $1 AND a.plan_id = p.id`;

/** The document of a plan comes with the first of its rows. */
export const columns = (isRead = 'true'): string => `
  CASE WHEN ${isRead} AND coalesce(a.place, 1) = 1 THEN p.document::text END AS plan,
  CASE WHEN ${isRead} AND coalesce(a.place, 1) = 1 THEN ${timeOf('p.updated_at')} END AS "planUpdatedAt",
  a.document AS action, ${timeOf('a.updated_at')} AS "actionUpdatedAt", a.status, a.assignee_statuses AS assignees,
  a.notes`;

/** A row of {@link GET_PLAN} and of the list: an action, and the plan if it is the first of the plan. */
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

/** `$1` company, `$2` reader, `$3` plan. */
export const GET_PLAN: Statement = {
  name: 'action-plans.get',
  text: `
    SELECT ${columns()}
    FROM action_plan p LEFT JOIN LATERAL (${actionsOf()}) a ON true
    WHERE p.company_id = $1 AND p.id = $3
    ORDER BY a.place`,
};

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

/** The documents of what a path names. `$1` company, `$2` plan, `$3` action and `$4` note, or '' for none. */
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
  SELECT '{"action":' || a.document::text || ',"updatedAt":"' || ${timeOf('a.updated_at')} || '","notes":[' ||
    coalesce((${NOTES}), '') || ']}' AS row
  FROM plan_action a
  WHERE a.company_id = $1 AND a.plan_id = $3
  ORDER BY a.created_at, a.id`;
