import { Body, Controller, Delete, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { IfMatch } from '../../platform/http/if-match.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentIntegration } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { ChangedAreaResponse } from '../application/area.response.js';
import { SegmentationObjects } from '../application/segmentation-objects.queries.js';
import { SegmentationService } from '../application/segmentation.service.js';
import type { StructureChangeResponse } from '../application/structure-change.response.js';
import * as edits from '../domain/area-edits.js';
import {
  ApiObjectId,
  ApiStructureChange,
  StructureCreation,
  StructureWrite,
} from './segmentation.decorators.js';
import { keysOf } from './segmentation.importers.js';
import { MoveToQuery, AreaPatchRequest, NewAreaRequest, placeOf } from './segmentation.requests.js';

const EXAMPLE = {
  id: '665f1c2ab7e4d90012ab3a02',
  name: 'Hotel Barcelona',
  externalId: 'D-110',
  parentId: '665f1c2ab7e4d90012ab3a01',
  position: 0,
};

/** Single areas, for those who do not send all of them. */
@ApiTags('Segmentation')
@Controller('api/v1/public/company/hierarchy/areas')
export class AreasController {
  constructor(
    private readonly service: SegmentationService,
    private readonly objects: SegmentationObjects,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(200)
  @StructureCreation('AREA_NOT_FOUND')
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createArea',
    summary: 'Add an area',
    description: 'Adds an area at the top or below another one. Without an `id` it gets a new one.',
  })
  @ApiBody({
    type: NewAreaRequest,
    examples: { area: { value: { name: 'Hotel Barcelona', externalId: 'D-110', parentId: 'D-100' } } },
  })
  @ApiJson(ChangedAreaResponse, 'The new area.', EXAMPLE)
  create(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() input: NewAreaRequest,
    @Req() request: Request,
  ): Promise<ChangedAreaResponse> {
    const { position, parentId, name } = input;
    const keys = keysOf(input);
    const edit = edits.addArea({ ...keys, name, parentId, position });
    return this.idempotency.answer<ChangedAreaResponse, ChangedAreaResponse>(request, {
      create: (transaction) => this.service.changeOne(actor, { part: 'areas', edit }, keys.id, transaction),
      idOf: ({ id }) => id,
      answer: (created) => created,
      repeat: (id) => this.objects.get('areas', actor.companyId, id),
    });
  }

  @Patch(':areaId')
  @StructureWrite('the list of areas', 'AREA_NOT_FOUND')
  @ApiOperation({
    operationId: 'updateArea',
    summary: 'Change an area',
    description:
      'Changes what is sent. `parentId` moves the area with all areas below it, `null` to the top.',
  })
  @ApiObjectId('areaId', 'area', EXAMPLE.id)
  @ApiBody({ type: AreaPatchRequest, examples: { area: { value: { name: 'New name' } } } })
  @ApiJson(ChangedAreaResponse, 'The changed area.', EXAMPLE)
  update(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('areaId') areaId: string,
    @Body() input: AreaPatchRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<ChangedAreaResponse> {
    const edit = edits.changeArea(areaId, {
      externalId: input.externalId,
      parentId: input.parentId,
      position: placeOf(input.position),
      name: input.name ?? undefined,
    });
    return this.service.changeOne(actor, { part: 'areas', edit, precondition }, areaId);
  }

  @Delete(':areaId')
  @StructureWrite(
    'the list of areas',
    'AREA_NOT_FOUND',
    'STRUCTURE_IN_USE',
    'TOO_MANY_TO_MOVE',
    'AREA_NOT_EMPTY',
  )
  @ApiOperation({
    operationId: 'deleteArea',
    summary: 'Remove an area',
    description:
      'Removes an area that has none below it. Refused while people belong to it, unless they go to `moveTo`.',
  })
  @ApiObjectId('areaId', 'area', EXAMPLE.id)
  @ApiStructureChange('What has changed.')
  remove(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('areaId') areaId: string,
    @Query() { moveTo }: MoveToQuery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<StructureChangeResponse> {
    const edit = edits.removeArea(areaId);
    return this.service.change(actor, { part: 'areas', edit, precondition, moveTo });
  }
}
