import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReadyBody } from '../../platform/dto/ready-body.js';
import { CurrentUser, RequirePermission, type SessionPermission } from '../../platform/http/permission.js';
import { COMPANY_MANAGERS, type UserActor } from '../../shared-kernel/actor.js';
import { SegmentationQueries, type SegmentationPart } from '../application/segmentation.queries.js';
import { ApiAreas, ApiCharacteristics, ApiGroups } from './segmentation.decorators.js';

const READ_SEGMENTATION: SessionPermission = {
  area: 'session',
  name: 'segmentation:read',
  roles: COMPANY_MANAGERS,
};

/** The answers of the public area, for company managers. */
@ApiTags('Look-ups')
@Controller('api/v1/company')
export class CompanySegmentationController {
  constructor(private readonly queries: SegmentationQueries) {}

  @Get('hierarchy')
  @RequirePermission(READ_SEGMENTATION)
  @Header('Cache-Control', 'private, no-cache')
  @ApiOperation({
    operationId: 'listCompanyAreas',
    summary: 'List the areas to choose from',
    description: 'The areas of the company, nested to any depth. For company managers.',
  })
  @ApiAreas()
  hierarchy(@CurrentUser() actor: UserActor): Promise<ReadyBody> {
    return this.read(actor, 'areas');
  }

  @Get('groups')
  @RequirePermission(READ_SEGMENTATION)
  @Header('Cache-Control', 'private, no-cache')
  @ApiOperation({
    operationId: 'listCompanyGroups',
    summary: 'List the groups to choose from',
    description: 'The groups that employees of the company may belong to. For company managers.',
  })
  @ApiGroups()
  groups(@CurrentUser() actor: UserActor): Promise<ReadyBody> {
    return this.read(actor, 'groups');
  }

  @Get('characteristics')
  @RequirePermission(READ_SEGMENTATION)
  @Header('Cache-Control', 'private, no-cache')
  @ApiOperation({
    operationId: 'listCompanyCharacteristics',
    summary: 'List the characteristics to choose from',
    description:
      'The questions that the profiles of employees answer, with the allowed answers. For company managers.',
  })
  @ApiCharacteristics()
  characteristics(@CurrentUser() actor: UserActor): Promise<ReadyBody> {
    return this.read(actor, 'characteristics');
  }

  private async read({ companyId }: UserActor, part: SegmentationPart): Promise<ReadyBody> {
    return new ReadyBody(await this.queries.read(companyId, part));
  }
}
