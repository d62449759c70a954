import { Body, Controller, Delete, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { IfMatch } from '../../platform/http/if-match.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentIntegration } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import { ChangedAreaResponse, areaEdits, keysOf, SegmentationObjects } from '../../segmentation/index.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { StructureChangeResponse } from '../application/structure-change.response.js';
import { StructureService } from '../application/structure.service.js';
import { placeOf } from './place-of.js';
import {
  ApiObjectId,
  ApiStructureChange,
  StructureCreation,
  StructureWrite,
} from './structure.decorators.js';
import { MoveToQuery, AreaPatchRequest, NewAreaRequest } from './structure.requests.js';

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
    private readonly service: StructureService,
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
    const edit = areaEdits.addArea({ ...keys, name, parentId, position });
    return this.idempotency.answer<ChangedAreaResponse, ChangedAreaResponse>(request, {
      create: (transaction) =>
        this.service.runFor(
          actor,
          { part: 'areas', edit },
          keys.id,
          (id, inside) => this.objects.area(actor.companyId, id, inside),
          transaction,
        ),
      idOf: ({ id }) => id,
      answer: (created) => created,
      repeat: (id) => this.objects.area(actor.companyId, id),
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
    const edit = areaEdits.changeArea(areaId, {
      externalId: input.externalId,
      parentId: input.parentId,
      position: placeOf(input.position),
      name: input.name ?? undefined,
    });
    return this.service.runFor(actor, { part: 'areas', edit, precondition }, areaId, (id, inside) =>
      this.objects.area(actor.companyId, id, inside),
    );
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
    const edit = areaEdits.removeArea(areaId);
    return this.service.run(actor, { part: 'areas', edit, precondition, moveTo });
  }
}
