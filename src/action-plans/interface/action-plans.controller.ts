import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { DEMO } from '../../platform/dto/examples.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { PageBody } from '../../platform/http/page-body.js';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { RateLimited } from '../../platform/http/rate-limits.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { ActionPlansQueries } from '../application/action-plans.queries.js';
import { ActionPlansService } from '../application/action-plans.service.js';
import { PlanPermissions } from '../application/plan-permissions.js';
import { PlanPagesQueries } from '../application/plan-pages.queries.js';
import { PlanForbidden, PlanNotFound, PlanTooLarge, TooManyActions } from '../domain/action-plan.errors.js';
import { PageTooLarge } from '../../shared-kernel/page-window.js';
import {
  CopyActionPlanRequest,
  CreateActionPlanRequest,
  IncludeQuery,
  ListPlansQuery,
  UpdateActionPlanRequest,
} from './action-plan.requests.js';
import { ApiCopyBody, ApiPlan, ApiPlanId, ApiPlanPage } from './api-plan.decorators.js';
import { isLargePage } from './large-page.js';
import { RequirePlanRight, USE_PLANS } from './plan-right.guard.js';

/** Action plans. */
@ApiTags('Action plans')
@Controller('api/v1/company/action-plans')
export class ActionPlansController {
  constructor(
    private readonly service: ActionPlansService,
    private readonly queries: ActionPlansQueries,
    private readonly pages: PlanPagesQueries,
    private readonly permissions: PlanPermissions,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @RequirePermission(USE_PLANS)
  @RateLimited('search', ({ query }) => Boolean(query['q']) || Boolean(query['planText']))
  @RateLimited('expensive', isLargePage)
  @ApiOperation({
    operationId: 'listActionPlans',
    summary: 'List action plans',
    description:
      'The plans that the caller reads, newest first unless `sort` says otherwise. With filters on ' +
      'actions: plans with an action that satisfies all of them, each with its matching actions only. ' +
      '`createdBy` and `planText` filter the plans themselves. `view=summary` answers plans without their ' +
      'actions, with numbers of them. A page has at most 32 MiB, counted by its whole plans, or by their ' +
      'summaries.',
  })
  @ApiPlanPage()
  @ApiProblems(PageTooLarge)
  async list(@CurrentUser() actor: UserActor, @Query() query: ListPlansQuery): Promise<PageBody> {
    return new PageBody(await this.pages.list(actor, query, query, query), query);
  }

  @Post()
  @HttpCode(200)
  @RequirePermission(USE_PLANS)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createActionPlan',
    summary: 'Create an action plan',
    description: 'Creates an empty plan, `PRIVATE` by default. The caller is its creator.',
  })
  @ApiPlan('The created plan.', { isEmpty: true })
  @ApiProblems(PlanNotFound, PlanForbidden)
  async create(
    @CurrentUser() actor: UserActor,
    @Body() input: CreateActionPlanRequest,
    @Req() request: Request,
  ): Promise<ReadyBody> {
    return this.idempotency.answer(request, {
      create: (transaction) => this.service.create(actor, input, transaction),
      idOf: ({ id }) => id,
      answer: ({ id }) => this.changed(actor, id),
      repeat: async (planId) => new ReadyBody(await this.queries.get(actor, planId)),
    });
  }

  @Get(':planId')
  @RequirePermission(USE_PLANS)
  @ApiOperation({
    operationId: 'getActionPlan',
    summary: 'Get an action plan',
    description:
      'A plan with all its actions. A private plan is refused to everyone but its creator, also to ' +
      'admins. The entity tag of an answer with permissions serves for `If-Match`, too.',
  })
  @ApiPlanId()
  @ApiPlan('The plan.')
  @ApiProblems(PlanNotFound, PlanForbidden)
  async get(
    @CurrentUser() actor: UserActor,
    @Param('planId') planId: string,
    @Query() { include }: IncludeQuery,
  ): Promise<ReadyBody> {
    const plan = await this.queries.get(actor, planId);
    if (include !== 'permissions') return new ReadyBody(plan);
    const [permitted = plan] = await this.permissions.ofPlans([plan], actor);
    return ReadyBody.extended(permitted, plan);
  }

  @Post(':planId/copy')
  @HttpCode(200)
  @RequirePlanRight('copy', USE_PLANS)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'copyActionPlan',
    summary: 'Copy an action plan',
    description:
      'Creates a private plan of the caller with the texts of a plan that the caller reads, and with its ' +
      'actions: their texts, goals, targets, types and sources, without assignees, statuses, dates and ' +
      'notes. For a caller who is not an admin, actions of the type `COMPANY` become `MANAGER`. The body ' +
      'may be left out.',
  })
  @ApiPlanId()
  @ApiCopyBody(CopyActionPlanRequest)
  @ApiPlan('The new plan.')
  @ApiProblems(PlanNotFound, PlanForbidden, TooManyActions, PlanTooLarge)
  async copy(
    @CurrentUser() actor: UserActor,
    @Param('planId') planId: string,
    @Body() { title }: CopyActionPlanRequest,
    @Req() request: Request,
  ): Promise<ReadyBody> {
    return this.idempotency.answer(request, {
      create: (transaction) => this.service.copy(actor, planId, title, transaction),
      idOf: ({ id }) => id,
      answer: ({ id }) => this.changed(actor, id),
      repeat: async (copyId) => new ReadyBody(await this.queries.get(actor, copyId)),
    });
  }

  @Patch(':planId')
  @RequirePlanRight('update', USE_PLANS)
  @ApiOperation({
    operationId: 'updateActionPlan',
    summary: 'Change an action plan',
    description:
      'Changes the properties that are sent; absent and null ones stay. `updatedAt` moves when anything ' +
      'is different afterwards. For the creator, an admin who may read the plan, and, where no creator is ' +
      'recorded, every company manager.',
  })
  @ApiPlanId()
  @ApiPlan('The changed plan.')
  @ApiIfMatch('the plan')
  @ApiProblems(PlanNotFound, PlanForbidden, PlanTooLarge)
  async update(
    @CurrentUser() actor: UserActor,
    @Param('planId') planId: string,
    @Body() input: UpdateActionPlanRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<ReadyBody> {
    await this.service.change(actor, planId, input, precondition);
    return this.changed(actor, planId);
  }

  @Delete(':planId')
  @HttpCode(204)
  @RequirePlanRight('delete', USE_PLANS)
  @ApiOperation({
    operationId: 'deleteActionPlan',
    summary: 'Delete an action plan',
    description:
      'Removes a plan with its actions and notes. For the creator, an admin, and, where no creator is recorded, ' +
      'every company manager.',
  })
  @ApiPlanId(DEMO.otherPlanId)
  @ApiResponse({ status: 204, description: 'The plan is gone.' })
  @ApiIfMatch('the plan')
  @ApiProblems(PlanNotFound, PlanForbidden)
  async remove(
    @CurrentUser() actor: UserActor,
    @Param('planId') planId: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    await this.service.remove(actor, planId, precondition);
  }

  private async changed(actor: UserActor, planId: string): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.getChanged(actor, planId));
  }
}
