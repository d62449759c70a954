import { Body, Controller, Delete, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { IfMatch } from '../../platform/http/if-match.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentIntegration } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { GroupResponse } from '../application/group.response.js';
import { SegmentationObjects } from '../application/segmentation-objects.queries.js';
import { SegmentationService } from '../application/segmentation.service.js';
import type { StructureChangeResponse } from '../application/structure-change.response.js';
import * as edits from '../domain/list-edits.js';
import {
  ApiObjectId,
  ApiStructureChange,
  StructureCreation,
  StructureWrite,
} from './segmentation.decorators.js';
import { keysOf } from './segmentation.importers.js';
import { MoveToQuery, GroupPatchRequest, NewGroupRequest, placeOf } from './segmentation.requests.js';

const EXAMPLE = { id: '665f1c2ab7e4d90012ab3b01', name: 'Night shift', externalId: 'NIGHT' };

/** Single groups, for those who do not send all of them. */
@ApiTags('Segmentation')
@Controller('api/v1/public/company/groups')
export class GroupsController {
  constructor(
    private readonly service: SegmentationService,
    private readonly objects: SegmentationObjects,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(200)
  @StructureCreation('GROUP_NOT_FOUND')
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createGroup',
    summary: 'Add a group',
    description: 'Without an `id` the group gets a new one.',
  })
  @ApiBody({
    type: NewGroupRequest,
    examples: { group: { value: { name: 'Night shift', externalId: 'NIGHT' } } },
  })
  @ApiJson(GroupResponse, 'The new group.', EXAMPLE)
  create(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() input: NewGroupRequest,
    @Req() request: Request,
  ): Promise<GroupResponse> {
    const keys = keysOf(input);
    const edit = edits.addGroup({ ...keys, name: input.name }, input.position);
    return this.idempotency.answer<GroupResponse, GroupResponse>(request, {
      create: (transaction) => this.service.changeOne(actor, { part: 'groups', edit }, keys.id, transaction),
      idOf: ({ id }) => id,
      answer: (created) => created,
      repeat: (id) => this.objects.get('groups', actor.companyId, id),
    });
  }

  @Patch(':groupId')
  @StructureWrite('the list of groups', 'GROUP_NOT_FOUND')
  @ApiOperation({
    operationId: 'updateGroup',
    summary: 'Change a group',
    description: 'Changes what is sent.',
  })
  @ApiObjectId('groupId', 'group', EXAMPLE.id)
  @ApiBody({ type: GroupPatchRequest, examples: { group: { value: { name: 'New name' } } } })
  @ApiJson(GroupResponse, 'The changed group.', EXAMPLE)
  update(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('groupId') groupId: string,
    @Body() input: GroupPatchRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<GroupResponse> {
    const edit = edits.changeGroup(groupId, {
      externalId: input.externalId,
      position: placeOf(input.position),
      name: input.name ?? undefined,
    });
    return this.service.changeOne(actor, { part: 'groups', edit, precondition }, groupId);
  }

  @Delete(':groupId')
  @StructureWrite('the list of groups', 'GROUP_NOT_FOUND', 'STRUCTURE_IN_USE', 'TOO_MANY_TO_MOVE')
  @ApiOperation({
    operationId: 'deleteGroup',
    summary: 'Remove a group',
    description: 'Removes a group. Refused while people belong to it, unless they go to `moveTo`.',
  })
  @ApiObjectId('groupId', 'group', EXAMPLE.id)
  @ApiStructureChange('What has changed.')
  remove(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('groupId') groupId: string,
    @Query() { moveTo }: MoveToQuery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<StructureChangeResponse> {
    const edit = edits.removeGroup(groupId);
    return this.service.change(actor, { part: 'groups', edit, precondition, moveTo });
  }
}
