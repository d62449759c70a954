import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import { representJson } from '../../platform/dto/representation.js';
import { sendRepresentation } from '../../platform/http/representation.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { AreaResponse } from '../application/area.response.js';
import { CharacteristicResponse } from '../application/characteristic.response.js';
import { GroupResponse } from '../application/group.response.js';
import { SegmentationQueries, type SegmentationPart } from '../application/segmentation.queries.js';
import { ApiTaggedList } from '../../platform/http/openapi/api-tagged.js';

const READ_SEGMENTATION = { area: 'apiKey', scope: 'segmentation:read' } satisfies ApiKeyPermission;

const AREAS = [
  {
    id: '665f1c2ab7e4d90012ab3a01',
    name: 'Hotels',
    children: [{ id: '665f1c2ab7e4d90012ab3a02', name: 'Hotel Barcelona', children: [] }],
  },
];
const GROUPS = [{ id: '665f1c2ab7e4d90012ab3b01', name: 'Night shift' }];
const CHARACTERISTICS = [
  {
    id: '665f1c2ab7e4d90012ab3c01',
    type: 'LIST',
    name: 'Contract',
    allowedValues: [
      { id: '665f1c2ab7e4d90012ab3c11', label: 'Permanent' },
      { id: '665f1c2ab7e4d90012ab3c12', label: 'Temporary' },
    ],
    nodes: [],
  },
];

/** Areas, groups and characteristics of a company (interface 4.4). Imports store the answers; they are sent as they are. */
@ApiTags('Segmentation')
@Controller('api/v1/public/company')
export class SegmentationController {
  constructor(private readonly queries: SegmentationQueries) {}

  @Get('hierarchy')
  @RequirePermission(READ_SEGMENTATION)
  @ApiOperation({
    operationId: 'listAreas',
    summary: 'List the areas',
    description: 'The areas of the company, nested to any depth.',
  })
  @ApiTaggedList(
    AreaResponse,
    'The areas that have none above them, with all areas below, in their order.',
    AREAS,
  )
  async hierarchy(
    @CurrentIntegration() actor: IntegrationActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.answer(actor, 'areas', request, response);
  }

  @Get('groups')
  @RequirePermission(READ_SEGMENTATION)
  @ApiOperation({
    operationId: 'listGroups',
    summary: 'List the groups',
    description: 'The groups that employees of the company may belong to.',
  })
  @ApiTaggedList(GroupResponse, 'The groups in their order.', GROUPS)
  async groups(
    @CurrentIntegration() actor: IntegrationActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.answer(actor, 'groups', request, response);
  }

  @Get('characteristics')
  @RequirePermission(READ_SEGMENTATION)
  @ApiOperation({
    operationId: 'listCharacteristics',
    summary: 'List the characteristics',
    description: 'The questions that the profiles of employees answer, with the allowed answers.',
  })
  @ApiTaggedList(CharacteristicResponse, 'The characteristics in their order.', CHARACTERISTICS)
  async characteristics(
    @CurrentIntegration() actor: IntegrationActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.answer(actor, 'characteristics', request, response);
  }

  private async answer(
    { companyId }: IntegrationActor,
    part: SegmentationPart,
    request: Request,
    response: Response,
  ): Promise<void> {
    const json = await this.queries.read(companyId, part);
    sendRepresentation(representJson(json), request, response);
  }
}
