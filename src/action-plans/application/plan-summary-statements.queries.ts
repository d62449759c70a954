import type { Statement } from '../../platform/database/sql.js';
import type { ActionStatus } from '../domain/enumerations.js';
import { conditionsOf, type ListFilter } from './plan-list-statements.queries.js';
import { READABLE } from './plan-statements.queries.js';

interface Counts {
  readonly actions: number;
  readonly completedCount: number;
  readonly overdueCount: number;
}

/** Actions with the same status, kinds of goals and window of their due date; null where none counts. */
interface OutcomeRow extends Counts {
  readonly grouped: 'outcome';
  readonly status: ActionStatus;
  readonly focusTypes: string;
  /** Index of one of `DUE_WINDOWS`. */
  readonly due: number | null;
}

/** Actions that were created and completed in the same weeks; null before the first. */
interface WeekRow extends Counts {
  readonly grouped: 'weeks';
  /** Place of the week, from 1 on; a week in the future has a place after the last. */
  readonly created: number | null;
  readonly completed: number | null;
}

/** Actions with the same areas. */
interface AreaRow extends Counts {
  readonly grouped: 'areas';
  readonly areaIds: string;
}

export type SummaryCountsRow = OutcomeRow | WeekRow | AreaRow;

/** An action is of a whole day, see `isWholeDay`; the beginning of a day in UTC, without a look at time zones. */
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
 * Counts the actions of the plans that a user reads, in three groupings, by one pass over the index of the actions of
 * plans. `$1` company, `$2` reader, `$3` the bounds of `SummaryCalendar` for whole days, `$4` those for moments, `$5`
 * the beginning of the first week, `$6` the bounds of the weeks, then one value for each filter, as for lists.
 */
export function summaryStatement(filters: readonly ListFilter[]): Statement {
  const { ofPlan, ofAction, ofText } = conditionsOf(filters, 7);
  const texts = 'JOIN action_text s ON s.company_id = $1 AND s.action_id = a.id';
  return {
    name: ['action-plans.summarize', ...filters].join('.'),
    text: `
      SELECT CASE grouping(status, area_ids) WHEN 1 THEN 'outcome' WHEN 2 THEN 'areas' ELSE 'weeks' END AS grouped,
        status, focus_types AS "focusTypes", due, created, completed, area_ids AS "areaIds",
        count(*)::integer AS actions,
        (count(*) FILTER (WHERE status = 'COMPLETED'))::integer AS "completedCount",
        (count(*) FILTER (WHERE due = 0))::integer AS "overdueCount"
      FROM (
        SELECT a.status, a.focus_types, ${AREA_IDS} AS area_ids,
          CASE WHEN a.status IN ('PENDING', 'IN_PROGRESS') AND a.overdue_after IS NOT NULL THEN
            width_bucket(a.overdue_after, CASE WHEN ${IS_WHOLE_DAY} THEN $3::timestamptz[] ELSE $4::timestamptz[] END)
          END AS due,
          ${weekOf('a.created_at')} AS created, ${weekOf('a.completed_at')} AS completed
        FROM action_plan p JOIN plan_action a ON a.company_id = $1 AND a.plan_id = p.id
          ${ofText.length > 0 ? texts : ''}
        WHERE ${[READABLE, ...ofPlan, ...ofAction, ...ofText].join(' AND ')}
        OFFSET 0
      ) counted
      GROUP BY GROUPING SETS ((status, focus_types, due), (created, completed), (area_ids))`,
  };
}
