import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { DEMO } from '../../platform/dto/examples.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { Untagged } from '../../platform/http/handler-options.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { PageBody } from '../../platform/http/page-body.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import { RateLimited } from '../../platform/http/rate-limits.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import { ROLES, type UserActor } from '../../shared-kernel/actor.js';
import { PageTooLarge } from '../../shared-kernel/page-window.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { NoteResponse } from '../application/action.response.js';
import { ActionsService } from '../application/actions.service.js';
import { MyActionsQueries } from '../application/my-actions.queries.js';
import { NotesService } from '../application/notes.service.js';
import { ActionNotFound, NoteNotFound, PlanTooLarge, TooManyNotes } from '../domain/action-plan.errors.js';
import { AssigneeRequest } from './action-parts.requests.js';
import { ApiActionId, ApiMyAction, ApiMyActionPage, ApiNote } from './api-plan.decorators.js';
import { isLargePage } from './large-page.js';
import { ListMyActionsQuery, MyNoteRequest } from './my-actions.requests.js';
import { OwnActionGuard } from './own-action.guard.js';

/** Everybody with a session: people read the actions that are assigned to them, whatever the role. */
const MY_ACTIONS: SessionPermission = { area: 'session', name: 'my-actions:use', roles: ROLES };

/** Actions that the caller is assigned to, by their ids alone: the plans stay unknown. */
@ApiTags('Actions')
@Controller('api/v1/company/me/actions')
export class MyActionsController {
  constructor(
    private readonly queries: MyActionsQueries,
    private readonly service: ActionsService,
    private readonly notes: NotesService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @RequirePermission(MY_ACTIONS)
  @RateLimited('expensive', isLargePage)
  @ApiOperation({
    operationId: 'listMyActions',
    summary: 'List the actions of the caller',
    description:
      'The actions that are assigned to the employee of the user, also those in private plans, by due date; those ' +
      'without one are last. For every role; empty for a user who is no employee.',
  })
  @ApiMyActionPage()
  @ApiProblems(PageTooLarge)
  async list(@CurrentUser() actor: UserActor, @Query() query: ListMyActionsQuery): Promise<PageBody> {
    return new PageBody(await this.queries.list(actor, query, query), query);
  }

  @Get(':actionId')
  @RequirePermission(MY_ACTIONS)
  @ApiOperation({
    operationId: 'getMyAction',
    summary: 'Get an action of the caller',
    description: 'For the assigned person. Every other action is unknown.',
  })
  @ApiActionId(DEMO.ownActionId)
  @ApiMyAction('The action.')
  @ApiProblems(ActionNotFound)
  async get(@CurrentUser() actor: UserActor, @Param('actionId') actionId: string): Promise<ReadyBody> {
    return new ReadyBody((await this.queries.get(actor, actionId)).json);
  }

  @Put(':actionId')
  @RequirePermission(MY_ACTIONS, OwnActionGuard)
  @ApiOperation({
    operationId: 'setMyStatus',
    summary: 'Set the status of the caller in an action',
    description:
      'Does what `setAssignee` does for the caller: the status of the action follows from those of all who are ' +
      'assigned. For the assigned person. Every other action is unknown.',
  })
  @ApiActionId(DEMO.ownActionId)
  @ApiMyAction('The changed action.')
  @ApiIfMatch('the action')
  @ApiProblems(ActionNotFound, PlanTooLarge)
  async setStatus(
    @CurrentUser() actor: UserActor,
    @Param('actionId') actionId: string,
    @Body() { status }: AssigneeRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<ReadyBody> {
    await this.service.setOwnStatus(actor, actionId, status, precondition);
    return new ReadyBody((await this.queries.get(actor, actionId)).json);
  }

  @Post(':actionId/notes')
  @HttpCode(200)
  @RequirePermission(MY_ACTIONS, OwnActionGuard)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createMyNote',
    summary: 'Add a note to an action of the caller',
    description:
      'Adds a shared note of the caller, for everyone who may read the plan. For the assigned person. An action has at ' +
      'most 1,000.',
  })
  @ApiActionId(DEMO.ownActionId)
  @Untagged()
  @ApiNote('The created note.')
  @ApiProblems(ActionNotFound, NoteNotFound, TooManyNotes, PlanTooLarge)
  async createNote(
    @CurrentUser() actor: UserActor,
    @Param('actionId') actionId: string,
    @Body() { content }: MyNoteRequest,
    @Req() request: Request,
  ): Promise<NoteResponse> {
    return this.idempotency.answer(request, {
      create: (transaction) => this.notes.createOwn(actor, actionId, content, transaction),
      idOf: ({ id }) => id,
      answer: (note): NoteResponse => note,
      repeat: (noteId) => this.notes.getOwn(actor, actionId, noteId),
    });
  }
}
