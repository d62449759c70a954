import { Controller, Get, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { RateLimited } from '../../platform/http/rate-limits.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import { ActionResponse } from '../application/action.response.js';
import { PlanSummaryQueries } from '../application/plan-summary.queries.js';
import { PlansSummaryResponse } from '../application/plan-summary.response.js';
import { SummarizePlansQuery } from './summarize-plans.query.js';
import { USE_PLANS } from './plan-right.guard.js';

const FIGURES = { actions: 13, completed: 5, overdue: 2 };

const EXAMPLE: PlansSummaryResponse = {
  byStatus: { PENDING: 3, IN_PROGRESS: 4, COMPLETED: 5, CANCELLED: 1, EXPIRED: 0 },
  overdue: 2,
  dueIn7Days: 1,
  dueIn30Days: 3,
  weeks: Array.from({ length: 12 }, (_, index) => ({
    week: new Date(Date.UTC(2027, 0, 11 + 7 * index)).toISOString().slice(0, 10),
    created: index === 0 ? 13 : 0,
    completed: index % 2 === 1 && index < 11 ? 1 : 0,
  })),
  areas: [{ hierarchyId: '665f1c2ab7e4d90012ab3421', name: 'Operations', ...FIGURES }],
  focusTypes: [
    { focusType: 'SCORE', ...FIGURES },
    { focusType: 'HI', actions: 2, completed: 1, overdue: 0 },
    { focusType: 'ENPS', actions: 0, completed: 0, overdue: 0 },
  ],
};

/** Progress of action plans. Its path would also fit that of a plan, so its module lists it before those. */
@ApiTags('Action plans')
// It describes the enumerations, and the first operation that has one describes it for the document.
@ApiExtraModels(ActionResponse)
@Controller('api/v1/company/action-plans/summary')
export class PlanSummaryController {
  constructor(private readonly queries: PlanSummaryQueries) {}

  @Get()
  @RequirePermission(USE_PLANS)
  @RateLimited('search')
  @ApiOperation({
    operationId: 'summarizeActionPlans',
    summary: 'Summarize action plans',
    description:
      'Figures of the actions of the plans that the caller reads. Filters choose the actions that count, ' +
      'as in the list of plans; there is none by assignee, because no figure is about one person. Days ' +
      'and weeks are those of the time zone of the company. Overdue and due count open actions ' +
      '(`PENDING`, `IN_PROGRESS`) only. Due in 7 (30) days: not overdue, and due today or on one of the 7 ' +
      '(30) days that follow. Areas with fewer than 5 people have no row, and a row is only there if its ' +
      'people who are in no row below it are none or at least 5, so that nothing about fewer follows by ' +
      'subtraction.',
  })
  @ApiJson(PlansSummaryResponse, 'The figures.', EXAMPLE)
  summarize(
    @CurrentUser() actor: UserActor,
    @Query() query: SummarizePlansQuery,
  ): Promise<PlansSummaryResponse> {
    return this.queries.summarize(actor, query, new Date());
  }
}
