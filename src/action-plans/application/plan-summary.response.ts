import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { ACTION_STATUSES, FOCUS_TYPES, type ActionStatus, type FocusType } from '../domain/enumerations.js';
import { MIN_AREA_PEOPLE } from '../domain/area-rows.js';
import { SUMMARY_WEEKS } from '../domain/summary-calendar.js';

const count = (description: string, example: number) =>
  ({ type: 'integer', format: 'int32', minimum: 0, description, example }) as const;

const STATUS_COUNT = { type: 'integer', format: 'int32', minimum: 0 } as const;

const OVERDUE =
  '`PENDING` and `IN_PROGRESS` actions whose due date has passed; a date without a time when its day has ' +
  'ended in the time zone of the company.';

@ApiSchema({ name: 'PlansSummaryWeek' })
export class WeekFiguresResponse {
  @ApiProperty({ type: String, format: 'date', description: 'Monday of the week.', example: '2027-03-29' })
  week!: string;

  @ApiProperty(count('Actions that were created in the week.', 4))
  created!: number;

  @ApiProperty(count('Actions that were completed in the week, by their `completedAt`.', 3))
  completed!: number;
}

@ApiSchema({ name: 'PlansSummaryFocusType' })
export class FocusTypeFiguresResponse {
  @ApiProperty({
    enum: FOCUS_TYPES,
    enumName: 'FocusType',
    description: 'What the goal is measured by.',
    example: 'SCORE',
  })
  focusType!: FocusType;

  @ApiProperty(count('Actions, each once.', 12))
  actions!: number;

  @ApiProperty(count('Those that are `COMPLETED`.', 5))
  completed!: number;

  @ApiProperty(count(OVERDUE, 2))
  overdue!: number;
}

@ApiSchema({ name: 'PlansSummaryArea' })
export class AreaFiguresResponse extends OmitType(FocusTypeFiguresResponse, ['focusType']) {
  @ApiProperty({ type: String, description: 'Id of the area.', example: '665f1c2ab7e4d90012ab3421' })
  hierarchyId!: string;

  @ApiProperty({ type: String, description: 'Name of the area.', example: 'Operations' })
  name!: string;
}

/** Figures of the actions of plans. */
@ApiSchema({ name: 'PlansSummary' })
export class PlansSummaryResponse {
  @ApiProperty({
    type: 'object',
    description: 'Actions by status, each status always.',
    properties: Object.fromEntries(ACTION_STATUSES.map((status) => [status, STATUS_COUNT])),
    required: [...ACTION_STATUSES],
    additionalProperties: false,
    example: { PENDING: 3, IN_PROGRESS: 4, COMPLETED: 5, CANCELLED: 1, EXPIRED: 0 },
  })
  byStatus!: Readonly<Record<ActionStatus, number>>;

  @ApiProperty(count(OVERDUE, 2))
  overdue!: number;

  @ApiProperty(
    count(
      '`PENDING` and `IN_PROGRESS` actions that are not overdue and due today or on one of the 7 days ' +
        'that follow, by the calendar in the time zone of the company.',
      1,
    ),
  )
  dueIn7Days!: number;

  @ApiProperty(count('Likewise for 30 days; it includes those of the 7 days.', 3))
  dueIn30Days!: number;

  @ApiProperty({
    type: [WeekFiguresResponse],
    minItems: SUMMARY_WEEKS,
    maxItems: SUMMARY_WEEKS,
    description:
      `The last ${SUMMARY_WEEKS} weeks, Monday to Sunday in the time zone of the company, oldest first; ` +
      'the last is the current one.',
  })
  weeks!: readonly WeekFiguresResponse[];

  @ApiProperty({
    type: [AreaFiguresResponse],
    description:
      'Areas, each before the areas below it. A row counts the actions that target the area or one below ' +
      `it, each once. An area with fewer than ${MIN_AREA_PEOPLE} people, counted with the areas below it, ` +
      'has no row, nor has one by which figures about fewer people followed by subtraction.',
  })
  areas!: readonly AreaFiguresResponse[];

  @ApiProperty({
    type: [FocusTypeFiguresResponse],
    minItems: FOCUS_TYPES.length,
    maxItems: FOCUS_TYPES.length,
    description: 'Every kind of goal. An action with several counts for each.',
  })
  focusTypes!: readonly FocusTypeFiguresResponse[];
}
