import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { Sql, type Statement } from '../../platform/database/sql.js';
import { SegmentationQueries, type Area } from '../../segmentation/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { EmployeesQueries } from '../../workforce/index.js';
import { addFigures, figuresByArea, NO_ACTIONS, type ActionFigures } from '../domain/area-figures.js';
import { areaRows, MIN_AREA_PEOPLE, type AreaRows } from '../domain/area-rows.js';
import { areaIdsIn, focusTypesIn } from '../domain/counted-columns.js';
import { FOCUS_TYPES, type ActionStatus } from '../domain/enumerations.js';
import { countFigures } from '../domain/plan-figures.js';
import type { PlanFilter } from '../domain/plan-filter.js';
import { DUE_WINDOWS, overdueBounds, SummaryCalendar } from '../domain/summary-calendar.js';
import { conditionsOf, IS_WHOLE_DAY, isMatchOf, type ListFilter } from './plan-list-statements.queries.js';
import { wantedFilters } from './plan-pages.queries.js';
import { MAY_READ_PLAN } from './plan-statements.queries.js';
import type { PlansSummaryResponse } from './plan-summary.response.js';

/** The filters of a summary: those of the list, but no figure is about one person. */
export type SummaryFilter = Omit<PlanFilter, 'assigneeId'>;

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

type SummaryCountsRow = OutcomeRow | AreaRow;

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
        FROM plan_action a
        WHERE ${['a.company_id = $1', `NOT ${isOfOtherPlan}`, isMatchOf(ofAction, ofText)].join(' AND ')}
        OFFSET 0
      ) counted
      GROUP BY GROUPING SETS ((status, focus_types, due, created, completed), (area_ids))`,
  };
}

type Grouped<Name> = Extract<SummaryCountsRow, { grouped: Name }>;

/** Counts actions of plans, for their progress. */
@Injectable()
export class PlanSummaryQueries {
  constructor(
    private readonly sql: Sql,
    private readonly identity: IdentityQueries,
    private readonly segmentation: SegmentationQueries,
    private readonly employees: EmployeesQueries,
  ) {}

  /**
   * Figures of the actions of the plans that a user reads.
   * @param filter - actions must match all of it, and their plans what is about plans
   * @param now - decides what is overdue, and which week is the current one
   * @throws {ValidationFailed} for `hierarchyId` by which figures about few people would follow
   */
  async summarize(
    { companyId, userId }: UserActor,
    filter: SummaryFilter,
    now: Date,
  ): Promise<PlansSummaryResponse> {
    const areas = await this.segmentation.areasOf(companyId);
    const people = areas.length === 0 ? undefined : await this.employees.countByArea(companyId);
    const rows = areaRows(areas.map((area) => ({ ...area, people: people?.get(area.id) ?? 0 })));
    checkArea(filter, rows);
    const timeZone = await this.identity.timeZoneOf(companyId);
    const calendar = new SummaryCalendar(now, timeZone);
    const wanted = wantedFilters(companyId, filter, overdueBounds(now, timeZone));
    const counts = await this.sql.query<SummaryCountsRow & Record<string, unknown>>(
      summaryStatement([...wanted.keys()]),
      [companyId, userId, ...boundsOf(calendar), ...wanted.values()],
    );
    const of = <Name extends SummaryCountsRow['grouped']>(name: Name): Grouped<Name>[] =>
      counts.filter((row): row is Grouped<Name> & Record<string, unknown> => row.grouped === name);
    const outcomes = of('outcome');
    return {
      ...countFigures(
        outcomes.map(({ status, due, actions }) => ({
          status,
          window: due === null ? undefined : DUE_WINDOWS[due],
          actions,
        })),
      ),
      weeks: weeksOf(outcomes, calendar.weeks),
      areas: areasOf(of('areas'), areas, rows),
      focusTypes: focusTypesOf(outcomes),
    };
  }
}

/** An unknown area and one without a row are refused alike. */
function checkArea({ hierarchyId }: SummaryFilter, { filterable }: AreaRows): void {
  if (hierarchyId === undefined || filterable.has(hierarchyId)) return;
  const message =
    `must be the id of an area of the company that has a row, with at least ${MIN_AREA_PEOPLE} people, ` +
    'and none or as many in the areas below it that have no row';
  throw new ValidationFailed([{ path: 'hierarchyId', code: 'NOT_ALLOWED', message }]);
}

/** The values of the statement that follow the reader. */
function boundsOf({ days, moments, weekBounds }: SummaryCalendar): unknown[] {
  const texts = (bounds: readonly Date[]): string[] => bounds.map((bound) => bound.toISOString());
  return [texts(days), texts(moments), weekBounds[0], texts(weekBounds)];
}

function weeksOf(
  rows: readonly Grouped<'outcome'>[],
  weeks: readonly string[],
): PlansSummaryResponse['weeks'] {
  const sum = (name: 'created' | 'completed', place: number): number =>
    rows.reduce((total, row) => total + (row[name] === place ? row.actions : 0), 0);
  return weeks.map((week, index) => ({
    week,
    created: sum('created', index + 1),
    completed: sum('completed', index + 1),
  }));
}

function areasOf(
  rows: readonly Grouped<'areas'>[],
  areas: readonly Area[],
  { shown }: AreaRows,
): PlansSummaryResponse['areas'] {
  const targets = rows.map((row) => ({ areaIds: areaIdsIn(row.areaIds), ...figuresOf(row) }));
  const figures = figuresByArea(areas, targets);
  return areas
    .filter(({ id }) => shown.has(id))
    .map(({ id, name }) => ({ hierarchyId: id, name, ...(figures.get(id) ?? NO_ACTIONS) }));
}

function focusTypesOf(rows: readonly Grouped<'outcome'>[]): PlansSummaryResponse['focusTypes'] {
  return FOCUS_TYPES.map((focusType) => {
    const ofType = rows.filter((row) => focusTypesIn(row.focusTypes).includes(focusType));
    return { focusType, ...ofType.map(figuresOf).reduce(addFigures, NO_ACTIONS) };
  });
}

function figuresOf({ actions, completedCount, overdueCount }: SummaryCountsRow): ActionFigures {
  return { actions, completed: completedCount, overdue: overdueCount };
}
