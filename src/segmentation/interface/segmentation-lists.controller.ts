import { Body, Controller, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { MAX_BULK_BODY_BYTES, MAX_BULK_VALUES } from '../../platform/bulk/bulk.limits.js';
import { issue } from '../../platform/dto/checks.js';
import { LargeBody } from '../../platform/http/handler-options.js';
import { IfMatch } from '../../platform/http/if-match.js';
import { CurrentIntegration } from '../../platform/http/permission.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { SegmentationService } from '../application/segmentation.service.js';
import type { StructureChangeResponse } from '../application/structure-change.response.js';
import { putAreas } from '../domain/area-edits.js';
import { putCharacteristics, putGroups } from '../domain/list-edits.js';
import { ApiStructureChange, StructureWrite } from './segmentation.decorators.js';
import { AreaImporter, CharacteristicImporter, GroupImporter } from './segmentation.importers.js';
import {
  AreaInput,
  CharacteristicInput,
  GroupInput,
  PutMovingStructureQuery,
  PutStructureQuery,
} from './segmentation.requests.js';

const LARGE = { bytes: MAX_BULK_BODY_BYTES, values: MAX_BULK_VALUES };

const RULES =
  'The body has the form that GET answers. An object is known by its `id`, or without one by its ' +
  '`externalId`; one of both is required, and unknown ones are new. Known objects keep their ids wherever ' +
  'they go. What the body leaves out stays, and is removed only with `prune`. The body has at most 4 MiB ' +
  'and 100,000 values.';

/** All areas, groups or characteristics of a company at once. */
@ApiTags('Segmentation')
@Controller('api/v1/public/company')
export class SegmentationListsController {
  constructor(
    private readonly service: SegmentationService,
    private readonly areas: AreaImporter,
    private readonly groups: GroupImporter,
    private readonly characteristics: CharacteristicImporter,
  ) {}

  @Put('hierarchy')
  @StructureWrite('the list of areas', 'STRUCTURE_IN_USE', 'TOO_MANY_TO_MOVE')
  @LargeBody(LARGE)
  @ApiOperation({
    operationId: 'replaceAreas',
    summary: 'Write all areas',
    description: `${RULES} A tree has at most 15 levels here.`,
  })
  @ApiBody({
    type: [AreaInput],
    examples: {
      areas: {
        value: [
          {
            externalId: 'D-100',
            name: 'Hotels',
            children: [{ externalId: 'D-110', name: 'Hotel Barcelona' }],
          },
        ],
      },
    },
  })
  @ApiStructureChange('What has changed, or would change.')
  replaceAreas(
    @CurrentIntegration() actor: IntegrationActor,
    @Query() { prune = false, moveTo, dryRun: isDryRun }: PutMovingStructureQuery,
    @Body() body: unknown,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<StructureChangeResponse> {
    const edit = putAreas(this.areas.read(actor.companyId, listIn(body)), prune);
    return this.service.change(actor, { part: 'areas', edit, precondition, moveTo, isDryRun });
  }

  @Put('groups')
  @StructureWrite('the list of groups', 'STRUCTURE_IN_USE', 'TOO_MANY_TO_MOVE')
  @LargeBody(LARGE)
  @ApiOperation({ operationId: 'replaceGroups', summary: 'Write all groups', description: RULES })
  @ApiBody({
    type: [GroupInput],
    examples: { groups: { value: [{ externalId: 'NIGHT', name: 'Night shift' }] } },
  })
  @ApiStructureChange('What has changed, or would change.')
  replaceGroups(
    @CurrentIntegration() actor: IntegrationActor,
    @Query() { prune = false, moveTo, dryRun: isDryRun }: PutMovingStructureQuery,
    @Body() body: unknown,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<StructureChangeResponse> {
    const edit = putGroups(this.groups.read(actor.companyId, listIn(body)), prune);
    return this.service.change(actor, { part: 'groups', edit, precondition, moveTo, isDryRun });
  }

  @Put('characteristics')
  @StructureWrite('the list of characteristics', 'STRUCTURE_IN_USE')
  @LargeBody(LARGE)
  @ApiOperation({
    operationId: 'replaceCharacteristics',
    summary: 'Write all characteristics',
    description: `${RULES} The same holds for values and nodes; their lists stay where they are left out.`,
  })
  @ApiBody({
    type: [CharacteristicInput],
    examples: {
      characteristics: {
        value: [
          {
            externalId: 'contract',
            type: 'LIST',
            name: 'Contract',
            allowedValues: [{ externalId: 'PERM', label: 'Permanent' }],
          },
        ],
      },
    },
  })
  @ApiStructureChange('What has changed, or would change.')
  replaceCharacteristics(
    @CurrentIntegration() actor: IntegrationActor,
    @Query() { prune = false, dryRun: isDryRun }: PutStructureQuery,
    @Body() body: unknown,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<StructureChangeResponse> {
    const given = this.characteristics.read(actor.companyId, listIn(body));
    const edit = putCharacteristics(given, prune);
    return this.service.change(actor, { part: 'characteristics', edit, precondition, isDryRun });
  }
}

/** @throws {ValidationFailed} */
function listIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body as unknown[];
  const code = body === undefined || body === null ? 'REQUIRED' : 'WRONG_TYPE';
  throw new ValidationFailed([issue(code, 'must be a JSON array')]);
}
