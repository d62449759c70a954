import { ApiProperty, ApiSchema, OmitType } from '@nestjs/swagger';
import { ActionPlanPageResponse, ActionPlanResponse } from './action-plan.response.js';

const count = (description: string, example: number) =>
  ({ type: 'integer', format: 'int32', minimum: 0, description, example }) as const;

/** A plan without its actions. */
@ApiSchema({ name: 'ActionPlanSummary' })
export class ActionPlanSummaryResponse extends OmitType(ActionPlanResponse, ['actions']) {
  @ApiProperty(count('All actions of the plan, also where a filter is set.', 5))
  actionCount!: number;

  @ApiProperty(count('Those that are `COMPLETED`.', 2))
  completedCount!: number;

  @ApiProperty(
    count('Those that the filter `overdue` finds: neither completed nor cancelled, and due in the past.', 1),
  )
  overdueCount!: number;

  /** The JSON of a plan from its stored text. */
  static json(document: string, computed: ComputedProperties): string {
    return `${document.slice(0, -1)},${JSON.stringify(computed).slice(1)}`;
  }
}

type ComputedProperties = Pick<
  ActionPlanSummaryResponse,
  'updatedAt' | 'completionPercent' | 'actionCount' | 'completedCount' | 'overdueCount'
>;

/** A window of the plans that the caller reads, in short. */
@ApiSchema({ name: 'ActionPlanSummaryPage' })
export class ActionPlanSummaryPageResponse extends OmitType(ActionPlanPageResponse, ['result']) {
  @ApiProperty({
    type: [ActionPlanSummaryResponse],
    description: 'The plans of the window, in the order of `sort`.',
  })
  result!: readonly ActionPlanSummaryResponse[];
}
