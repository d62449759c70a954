import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { Sql } from '../../platform/database/sql.js';
import { SegmentationQueries, type Area } from '../../segmentation/index.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { EmployeesQueries } from '../../workforce/index.js';
import { addFigures, figuresByArea, NO_ACTIONS, type ActionFigures } from '../domain/area-figures.js';
import { areaRows, MIN_AREA_PEOPLE, type AreaRows } from '../domain/area-rows.js';
import { areaIdsIn, focusTypesIn } from '../domain/counted-columns.js';
import { ACTION_STATUSES, FOCUS_TYPES } from '../domain/enumerations.js';
import type { PlanFilter } from '../domain/plan-filter.js';
import { DUE_WINDOWS, SummaryCalendar, type DueWindow } from '../domain/summary-calendar.js';
import { wantedFilters } from './plan-pages.queries.js';
import { summaryStatement, type SummaryCountsRow } from './plan-summary-statements.queries.js';
import type { PlansSummaryResponse } from './plan-summary.response.js';

/** The filters of a summary: those of the list, but no figure is about one person. */
export type SummaryFilter = Omit<PlanFilter, 'assigneeId'>;

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
    const calendar = new SummaryCalendar(now, await this.identity.timeZoneOf(companyId));
    const wanted = wantedFilters(companyId, filter, now);
    const counts = await this.sql.query<SummaryCountsRow & Record<string, unknown>>(
      summaryStatement([...wanted.keys()]),
      [companyId, userId, ...boundsOf(calendar), ...wanted.values()],
    );
    const of = <Name extends SummaryCountsRow['grouped']>(name: Name): Grouped<Name>[] =>
      counts.filter((row): row is Grouped<Name> & Record<string, unknown> => row.grouped === name);
    const outcomes = of('outcome');
    return {
      ...outcomesOf(outcomes),
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

type Outcomes = Pick<PlansSummaryResponse, 'byStatus' | 'overdue' | 'dueIn7Days' | 'dueIn30Days'>;

function outcomesOf(rows: readonly Grouped<'outcome'>[]): Outcomes {
  const sum = (isCounted: (row: Grouped<'outcome'>) => boolean): number =>
    rows.reduce((total, row) => total + (isCounted(row) ? row.actions : 0), 0);
  const dueIn = (...windows: DueWindow[]): number =>
    sum(({ due }) => due !== null && windows.some((window) => window === DUE_WINDOWS[due]));
  return {
    byStatus: Object.fromEntries(
      ACTION_STATUSES.map((status) => [status, sum((row) => row.status === status)]),
    ) as Outcomes['byStatus'],
    overdue: dueIn('OVERDUE'),
    dueIn7Days: dueIn('IN_7_DAYS'),
    dueIn30Days: dueIn('IN_7_DAYS', 'IN_30_DAYS'),
  };
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
