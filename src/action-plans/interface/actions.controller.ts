import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { DEMO } from '../../platform/dto/examples.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { CurrentUser, RequirePermission } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { ActionPlansQueries } from '../application/action-plans.queries.js';
import { ActionsService } from '../application/actions.service.js';
import type { ActionPath } from '../application/locked-plans.js';
import { PlanPermissions } from '../application/plan-permissions.js';
import {
  ActionNotFound,
  ActionTypeForbidden,
  AssigneeNotFound,
  PlanForbidden,
  PlanNotFound,
  PlanTooLarge,
  StatusFollowsAssignees,
  TooManyActions,
  TooManyAssignees,
} from '../domain/action-plan.errors.js';
import { IncludeQuery } from './action-plan.requests.js';
import { AssigneeRequest } from './action-parts.requests.js';
import { CreateActionRequest, UpdateActionRequest } from './action.requests.js';
import { ApiAction, ApiActionBody, ApiActionId, ApiAssigneeId, ApiPlanId } from './api-plan.decorators.js';
import { RequirePlanRight, USE_PLANS } from './plan-right.guard.js';

interface AssigneePath extends ActionPath {
  readonly assigneeId: string;
}

/** Actions of a plan and the people who carry them out. */
@ApiTags('Actions')
@ApiPlanId()
@Controller('api/v1/company/action-plans/:planId/actions')
export class ActionsController {
  constructor(
    private readonly service: ActionsService,
    private readonly queries: ActionPlansQueries,
    private readonly permissions: PlanPermissions,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(200)
  @RequirePlanRight('create-action', USE_PLANS)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createAction',
    summary: 'Create an action',
    description:
      'Adds an action to a plan. For the creator of the plan and for admins who may read it. The status ' +
      'of an action with assignees follows from theirs: another one is refused. A plan has at most 1,000 ' +
      'actions and 3 MiB, an action 200 assignees.',
  })
  @ApiActionBody(CreateActionRequest, 'action')
  @ApiAction('The created action.')
  @ApiProblems(
    PlanNotFound,
    PlanForbidden,
    ActionNotFound,
    ActionTypeForbidden,
    TooManyActions,
    TooManyAssignees,
    StatusFollowsAssignees,
    PlanTooLarge,
  )
  async create(
    @CurrentUser() actor: UserActor,
    @Param('planId') planId: string,
    @Body() input: CreateActionRequest,
    @Req() request: Request,
  ): Promise<ReadyBody> {
    return this.idempotency.answer(request, {
      create: (transaction) => this.service.create(actor, planId, input, transaction),
      idOf: ({ id }) => id,
      answer: ({ id }) => this.changed(actor, { planId, actionId: id }),
      repeat: async (actionId) => new ReadyBody((await this.queries.getAction(actor, planId, actionId)).json),
    });
  }

  @Get(':actionId')
  @RequirePermission(USE_PLANS)
  @ApiOperation({
    operationId: 'getAction',
    summary: 'Get an action',
    description:
      'For everyone who may read the plan. The entity tag of an answer with permissions serves for `If-Match`, too.',
  })
  @ApiActionId()
  @ApiAction('The action.')
  @ApiProblems(PlanNotFound, PlanForbidden, ActionNotFound)
  async get(
    @CurrentUser() actor: UserActor,
    @Param() { planId, actionId }: ActionPath,
    @Query() { include }: IncludeQuery,
  ): Promise<ReadyBody> {
    const { plan, json } = await this.queries.getAction(actor, planId, actionId);
    if (include !== 'permissions') return new ReadyBody(json);
    return ReadyBody.extended(await this.permissions.ofAction(json, plan, actor), json);
  }

  @Patch(':actionId')
  @RequirePlanRight('change-action', USE_PLANS)
  @ApiOperation({
    operationId: 'updateAction',
    summary: 'Change an action',
    description:
      'Changes the properties that are sent. `null` removes `description` and `dueDate`, elsewhere it ' +
      'counts as absent; an empty array empties a list. For the creator of the plan or of the action, and ' +
      'for admins who may read it. Assignees have operations of their own, and the status of an action ' +
      'with assignees follows from theirs: another one than it has is refused.',
  })
  @ApiActionId()
  @ApiActionBody(UpdateActionRequest, 'change')
  @ApiAction('The changed action.')
  @ApiIfMatch('the action')
  @ApiProblems(
    PlanNotFound,
    PlanForbidden,
    ActionNotFound,
    ActionTypeForbidden,
    StatusFollowsAssignees,
    PlanTooLarge,
  )
  async update(
    @CurrentUser() actor: UserActor,
    @Param() path: ActionPath,
    @Body() input: UpdateActionRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<ReadyBody> {
    await this.service.change(actor, path, input, precondition);
    return this.changed(actor, path);
  }

  @Delete(':actionId')
  @HttpCode(204)
  @RequirePlanRight('change-action', USE_PLANS)
  @ApiOperation({
    operationId: 'deleteAction',
    summary: 'Delete an action',
    description: 'Removes an action with its notes. For those who may change it.',
  })
  @ApiActionId(DEMO.otherActionId)
  @ApiResponse({ status: 204, description: 'The action is deleted.' })
  @ApiIfMatch('the action')
  @ApiProblems(PlanNotFound, PlanForbidden, ActionNotFound)
  async remove(
    @CurrentUser() actor: UserActor,
    @Param() path: ActionPath,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    await this.service.remove(actor, path, precondition);
  }

  @Put(':actionId/assignees/:assigneeId')
  @RequirePlanRight('set-assignee', USE_PLANS)
  @ApiOperation({
    operationId: 'setAssignee',
    summary: 'Set the status of an assignee',
    description:
      'Sets how far a person has come, also one who has left, and adds the person if not assigned, who must be an ' +
      'employee who is not deleted. For those who may change the action; ' +
      'an assigned person, who is the employee with the e-mail address of the user, for themselves.',
  })
  @ApiActionId()
  @ApiAssigneeId()
  @ApiAction('The changed action.')
  @ApiIfMatch('the action')
  @ApiProblems(PlanNotFound, PlanForbidden, ActionNotFound, AssigneeNotFound, TooManyAssignees, PlanTooLarge)
  async setAssignee(
    @CurrentUser() actor: UserActor,
    @Param() path: AssigneePath,
    @Body() { status }: AssigneeRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<ReadyBody> {
    await this.service.setAssigneeStatus(actor, path, path.assigneeId, status, precondition);
    return this.changed(actor, path);
  }

  @Delete(':actionId/assignees/:assigneeId')
  @RequirePlanRight('change-action', USE_PLANS)
  @ApiOperation({
    operationId: 'removeAssignee',
    summary: 'Remove an assignee',
    description:
      'For those who may change the action. The status of the action stays, also without assignees.',
  })
  @ApiActionId()
  @ApiAssigneeId()
  @ApiAction('The changed action.')
  @ApiIfMatch('the action')
  @ApiProblems(PlanNotFound, PlanForbidden, ActionNotFound, AssigneeNotFound)
  async removeAssignee(
    @CurrentUser() actor: UserActor,
    @Param() path: AssigneePath,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<ReadyBody> {
    await this.service.removeAssignee(actor, path, path.assigneeId, precondition);
    return this.changed(actor, path);
  }

  private async changed(actor: UserActor, { planId, actionId }: ActionPath): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.getChangedAction(actor, planId, actionId));
  }
}
