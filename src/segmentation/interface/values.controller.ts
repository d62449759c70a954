import { Body, Controller, Delete, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { IfMatch } from '../../platform/http/if-match.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentIntegration } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import type { IntegrationActor } from '../../shared-kernel/actor.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import { CharacteristicResponse } from '../application/characteristic.response.js';
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
import { MoveToQuery, NewValueRequest, ValuePatchRequest, placeOf } from './segmentation.requests.js';

const CHARACTERISTIC_ID = '665f1c2ab7e4d90012ab3c01';
const VALUE_ID = '665f1c2ab7e4d90012ab3c11';
const EXAMPLE = {
  id: CHARACTERISTIC_ID,
  type: 'LIST',
  name: 'Contract',
  externalId: 'contract',
  allowedValues: [{ id: VALUE_ID, label: 'Permanent', externalId: 'PERM' }],
  nodes: [],
} as const;

/** Single values and nodes of a characteristic. */
@ApiTags('Segmentation')
@Controller('api/v1/public/company/characteristics/:characteristicId/values')
export class ValuesController {
  constructor(
    private readonly service: SegmentationService,
    private readonly objects: SegmentationObjects,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(200)
  @StructureCreation('CHARACTERISTIC_NOT_FOUND')
  @ApiIdempotent()
  @ApiOperation({
    operationId: 'createCharacteristicValue',
    summary: 'Add a value to a characteristic',
    description: 'Adds an allowed value, or a node where the type is `TREE`. A `DATE` has none.',
  })
  @ApiObjectId('characteristicId', 'characteristic', CHARACTERISTIC_ID)
  @ApiBody({
    type: NewValueRequest,
    examples: { value: { value: { label: 'Permanent', externalId: 'PERM' } } },
  })
  @ApiJson(CharacteristicResponse, 'The characteristic with the new value.', EXAMPLE)
  create(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('characteristicId') characteristicId: string,
    @Body() input: NewValueRequest,
    @Req() request: Request,
  ): Promise<CharacteristicResponse> {
    const { label, position } = input;
    const edit = edits.addValue(characteristicId, { ...keysOf(input), label, position });
    return this.idempotency.answer<CharacteristicResponse, CharacteristicResponse>(request, {
      create: (transaction) =>
        this.service.changeOne(actor, { part: 'characteristics', edit }, characteristicId, transaction),
      idOf: ({ id }) => id,
      answer: (changed) => changed,
      repeat: (id) => this.objects.get('characteristics', actor.companyId, id),
    });
  }

  @Patch(':valueId')
  @StructureWrite('the list of characteristics', 'CHARACTERISTIC_NOT_FOUND', 'VALUE_NOT_FOUND')
  @ApiOperation({
    operationId: 'updateCharacteristicValue',
    summary: 'Change a value of a characteristic',
    description: 'Changes what is sent.',
  })
  @ApiObjectId('characteristicId', 'characteristic', CHARACTERISTIC_ID)
  @ApiObjectId('valueId', 'value or node', VALUE_ID)
  @ApiBody({ type: ValuePatchRequest, examples: { value: { value: { label: 'Unlimited' } } } })
  @ApiJson(CharacteristicResponse, 'The characteristic with the changed value.', EXAMPLE)
  update(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('characteristicId') characteristicId: string,
    @Param('valueId') valueId: string,
    @Body() input: ValuePatchRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<CharacteristicResponse> {
    const edit = edits.changeValue(characteristicId, valueId, {
      externalId: input.externalId,
      label: input.label ?? undefined,
      position: placeOf(input.position),
    });
    return this.service.changeOne(actor, { part: 'characteristics', edit, precondition }, characteristicId);
  }

  @Delete(':valueId')
  @StructureWrite(
    'the list of characteristics',
    'CHARACTERISTIC_NOT_FOUND',
    'VALUE_NOT_FOUND',
    'STRUCTURE_IN_USE',
    'TOO_MANY_TO_MOVE',
  )
  @ApiOperation({
    operationId: 'deleteCharacteristicValue',
    summary: 'Remove a value of a characteristic',
    description:
      'Removes a value or node. Refused while people have it as an answer, unless they get `moveTo`, ' +
      'another value of the characteristic.',
  })
  @ApiObjectId('characteristicId', 'characteristic', CHARACTERISTIC_ID)
  @ApiObjectId('valueId', 'value or node', VALUE_ID)
  @ApiStructureChange('What has changed.')
  remove(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('characteristicId') characteristicId: string,
    @Param('valueId') valueId: string,
    @Query() { moveTo }: MoveToQuery,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<StructureChangeResponse> {
    const edit = edits.removeValue(characteristicId, valueId);
    return this.service.change(actor, { part: 'characteristics', edit, precondition, moveTo });
  }
}
