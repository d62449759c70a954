import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CurrentIntegration,
  RequirePermission,
  type ApiKeyPermission,
} from '../../platform/http/permission.js';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import { SegmentationQueries, type SegmentationPart } from '../application/segmentation.queries.js';
import { ApiAreas, ApiCharacteristics, ApiGroups } from './segmentation.decorators.js';

const READ_SEGMENTATION = { area: 'apiKey', scope: 'segmentation:read' } satisfies ApiKeyPermission;

/** Areas, groups and characteristics of a company. Changes store the answers. */
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
  @ApiAreas()
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
  @ApiGroups()
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
  @ApiCharacteristics()
  characteristics(@CurrentIntegration() actor: IntegrationActor): Promise<ReadyBody> {
    return this.read(actor, 'characteristics');
  }

  private async read({ companyId }: IntegrationActor, part: SegmentationPart): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.read(companyId, part));
  }
}
