import { Body, Controller, Delete, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Untagged } from '../../platform/http/handler-options.js';
import { ApiProblems } from '../../platform/http/openapi/api-problems.js';
import { ApiIfMatch, IfMatch } from '../../platform/http/if-match.js';
import { CurrentUser } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { UserActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { NoteResponse } from '../application/action.response.js';
import type { ActionPath } from '../application/locked-plans.js';
import { NotesService, type NotePath } from '../application/notes.service.js';
import { PlanRights } from '../application/plan-rights.js';
import {
  ActionNotFound,
  NoteNotFound,
  PlanForbidden,
  PlanNotFound,
  PlanTooLarge,
  TooManyNotes,
} from '../domain/action-plan.errors.js';
import { ApiActionId, ApiNote, ApiNoteId, ApiPlanId } from './api-plan.decorators.js';
import { CreateNoteRequest, UpdateNoteRequest } from './note.requests.js';
import { RequirePlanRight, USE_PLANS } from './plan-right.guard.js';

/** Notes on actions, without tags: writes take the tag of the action. */
@ApiTags('Notes')
@ApiPlanId()
@ApiActionId()
@Controller('api/v1/company/action-plans/:planId/actions/:actionId/notes')
export class NotesController {
  constructor(
    private readonly service: NotesService,
    private readonly rights: PlanRights,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(200)
  @RequirePlanRight('create-note', USE_PLANS)
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createNote',
    summary: 'Add a note',
    description:
      'Adds a note of the caller to an action, for everyone who may read the plan. An action has at most 1,000.',
  })
  @Untagged()
  @ApiNote('The created note.')
  @ApiProblems(PlanNotFound, PlanForbidden, ActionNotFound, NoteNotFound, TooManyNotes, PlanTooLarge)
  async create(
    @CurrentUser() actor: UserActor,
    @Param() path: ActionPath,
    @Body() input: CreateNoteRequest,
    @Req() request: Request,
  ): Promise<NoteResponse> {
    return this.idempotency.answer(request, {
      create: (transaction) => this.service.create(actor, path, input, transaction),
      idOf: ({ id }) => id,
      answer: (note): NoteResponse => note,
      repeat: async (noteId) =>
        (await this.rights.check('read', { ...path, noteId }, actor)).note as NoteResponse,
    });
  }

  @Patch(':noteId')
  @RequirePlanRight('change-note', USE_PLANS)
  @ApiOperation({
    operationId: 'updateNote',
    summary: 'Change a note',
    description: 'Changes the properties that are sent and not null. For the author of the note.',
  })
  @ApiNoteId()
  @Untagged()
  @ApiNote('The changed note.')
  @ApiIfMatch('the action of the note')
  @ApiProblems(PlanNotFound, PlanForbidden, ActionNotFound, NoteNotFound, PlanTooLarge)
  update(
    @CurrentUser() actor: UserActor,
    @Param() path: NotePath,
    @Body() input: UpdateNoteRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<NoteResponse> {
    return this.service.change(actor, path, input, precondition);
  }

  @Delete(':noteId')
  @HttpCode(204)
  @RequirePlanRight('delete-note', USE_PLANS)
  @ApiOperation({
    operationId: 'deleteNote',
    summary: 'Delete a note',
    description: 'For the author of the note; admins delete shared ones, too.',
  })
  @ApiNoteId()
  @ApiResponse({ status: 204, description: 'The note is deleted.' })
  @ApiIfMatch('the action of the note')
  @ApiProblems(PlanNotFound, PlanForbidden, ActionNotFound, NoteNotFound)
  async remove(
    @CurrentUser() actor: UserActor,
    @Param() path: NotePath,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<void> {
    await this.service.remove(actor, path, precondition);
  }
}
