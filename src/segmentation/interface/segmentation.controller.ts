import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { AreaResponse } from '../application/area.response.js';
import { CharacteristicResponse } from '../application/characteristic.response.js';
import { GroupResponse } from '../application/group.response.js';
import { SegmentationQueries, type SegmentationPart } from '../application/segmentation.queries.js';
import { ApiList } from '../../platform/http/openapi/api-list.js';

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

/** Areas, groups and characteristics of a company (interface 4.4). Imports store the answers. */
@ApiTags('Segmentation')
@Controller('api/v1/public/company')
export class SegmentationController {
  constructor(private readonly queries: SegmentationQueries) {}

  @Get('hierarchy')
  @RequirePermission(READ_SEGMENTATION)
  @Header('Cache-Control', 'private, no-cache')
  @ApiOperation({
    operationId: 'listAreas',
    summary: 'List the areas',
    description: 'The areas of the company, nested to any depth.',
  })
  @ApiList(AreaResponse, 'The areas that have none above them, with all areas below, in their order.', AREAS)
  hierarchy(@CurrentIntegration() actor: IntegrationActor): Promise<ReadyBody> {
    return this.read(actor, 'areas');
  }

  @Get('groups')
  @RequirePermission(READ_SEGMENTATION)
  @Header('Cache-Control', 'private, no-cache')
  @ApiOperation({
    operationId: 'listGroups',
    summary: 'List the groups',
    description: 'The groups that employees of the company may belong to.',
  })
  @ApiList(GroupResponse, 'The groups in their order.', GROUPS)
  groups(@CurrentIntegration() actor: IntegrationActor): Promise<ReadyBody> {
    return this.read(actor, 'groups');
  }

  @Get('characteristics')
  @RequirePermission(READ_SEGMENTATION)
  @Header('Cache-Control', 'private, no-cache')
  @ApiOperation({
    operationId: 'listCharacteristics',
    summary: 'List the characteristics',
    description: 'The questions that the profiles of employees answer, with the allowed answers.',
  })
  @ApiList(CharacteristicResponse, 'The characteristics in their order.', CHARACTERISTICS)
  characteristics(@CurrentIntegration() actor: IntegrationActor): Promise<ReadyBody> {
    return this.read(actor, 'characteristics');
  }

  private async read({ companyId }: IntegrationActor, part: SegmentationPart): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.read(companyId, part));
  }
}
