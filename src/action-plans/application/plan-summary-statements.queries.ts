import type { Statement } from '../../platform/database/sql.js';
import type { ActionStatus } from '../domain/enumerations.js';
import { conditionsOf, type ListFilter } from './plan-list-statements.queries.js';
import { MAY_READ_PLAN } from './plan-statements.queries.js';

interface Counts {
  readonly actions: number;
  readonly completedCount: number;
  readonly overdueCount: number;
}

/** Actions that count alike, but for their areas. */
interface OutcomeRow extends Counts {
  readonly grouped: 'outcome';
  readonly status: ActionStatus;
  readonly focusTypes: string;
  /** Index of one of `DUE_WINDOWS`; null unless the action is open and has a due date. */
  readonly due: number | null;
  /** Places of weeks, from 1 on; null before the first week or never. A later week has a place after the last. */
  readonly created: number | null;
  readonly completed: number | null;
}

/** Actions with the same areas. */
interface AreaRow extends Counts {
  readonly grouped: 'areas';
  readonly areaIds: string;
}

export type SummaryCountsRow = OutcomeRow | AreaRow;

/** True for a due date without a time, see `isWholeDay`. It begins a day in UTC; `date_bin` looks at no time zone. */
const IS_WHOLE_DAY = `a.overdue_after = date_bin('1 day', a.overdue_after, 'epoch'::timestamptz)`;

/** Place of a time among the weeks. Most actions are older, which is compared faster. */
const weekOf = (column: string): string =>
  `CASE WHEN ${column} >= $5::timestamptz THEN width_bucket(${column}, $6::timestamptz[]) END`;

/** Areas that have too many bytes for the index are read from the document. */
const AREA_IDS = `
  coalesce(a.area_ids, (
    SELECT coalesce(string_agg(h.id, E'\\n'), '')
    FROM plan_action o CROSS JOIN LATERAL json_array_elements_text(o.document -> 'hierarchyIds') AS h (id)
    WHERE o.company_id = $1 AND o.id = a.id
  ))`;

/**
 * Counts the actions of the plans that a user reads, in two groupings, by one pass over the index of the actions of
 * plans. It looks for the plans that do not count: they are few, so that this is faster than a join with the others.
 *
 * `$1` company, `$2` reader, `$3` the bounds of `SummaryCalendar` for whole days, `$4` those for moments, `$5` the
 * beginning of the first week, `$6` the bounds of the weeks, then one value for each filter, as for lists.
 */
export function summaryStatement(filters: readonly ListFilter[]): Statement {
  const { ofPlan, ofAction, ofText } = conditionsOf(filters, 7);
  const texts = 'JOIN action_text s ON s.company_id = $1 AND s.action_id = a.id';
  const isOfOtherPlan = `EXISTS (
    SELECT FROM action_plan p
    WHERE p.company_id = $1 AND p.id = a.plan_id AND (${[MAY_READ_PLAN, ...ofPlan].join(' AND ')}) IS NOT TRUE
  )`;
  return {
    name: ['action-plans.summarize', ...filters].join('.'),
    text: `
      SELECT CASE grouping(area_ids) WHEN 0 THEN 'areas' ELSE 'outcome' END AS grouped,
        status, focus_types AS "focusTypes", due, created, completed, area_ids AS "areaIds",
        count(*)::integer AS actions,
        (count(*) FILTER (WHERE status = 'COMPLETED'))::integer AS "completedCount",
        (count(*) FILTER (WHERE due = 0))::integer AS "overdueCount"
      FROM (
        SELECT a.status, a.focus_types, ${AREA_IDS} AS area_ids,
          CASE WHEN a.overdue_after IS NOT NULL AND a.status IN ('PENDING', 'IN_PROGRESS') THEN
            width_bucket(a.overdue_after, CASE WHEN ${IS_WHOLE_DAY} THEN $3::timestamptz[] ELSE $4::timestamptz[] END)
          END AS due,
          ${weekOf('a.created_at')} AS created, ${weekOf('a.completed_at')} AS completed
        FROM plan_action a ${ofText.length > 0 ? texts : ''}
        WHERE ${['a.company_id = $1', `NOT ${isOfOtherPlan}`, ...ofAction, ...ofText].join(' AND ')}
        OFFSET 0
      ) counted
      GROUP BY GROUPING SETS ((status, focus_types, due, created, completed), (area_ids))`,
  };
}
