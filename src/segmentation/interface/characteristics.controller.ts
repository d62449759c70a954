import { Body, Controller, Delete, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
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
import { toGivenCharacteristic, toGivenValues } from './segmentation.importers.js';
import { CharacteristicPatchRequest, NewCharacteristicRequest, placeOf } from './segmentation.requests.js';

const EXAMPLE = {
  id: '665f1c2ab7e4d90012ab3c01',
  type: 'LIST',
  name: 'Contract',
  externalId: 'contract',
  allowedValues: [{ id: '665f1c2ab7e4d90012ab3c11', label: 'Permanent', externalId: 'PERM' }],
  nodes: [],
} as const;

/** Single characteristics, for those who do not send all of them. */
@ApiTags('Segmentation')
@Controller('api/v1/public/company/characteristics')
export class CharacteristicsController {
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
    operationId: 'createCharacteristic',
    summary: 'Add a characteristic',
    description: 'Without an `id` the characteristic gets a new one, as do its values and nodes.',
  })
  @ApiBody({
    type: NewCharacteristicRequest,
    examples: { characteristic: { value: { type: 'LIST', name: 'Contract', externalId: 'contract' } } },
  })
  @ApiJson(CharacteristicResponse, 'The new characteristic.', EXAMPLE)
  create(
    @CurrentIntegration() actor: IntegrationActor,
    @Body() input: NewCharacteristicRequest,
    @Req() request: Request,
  ): Promise<CharacteristicResponse> {
    const { position, ...record } = input;
    const given = toGivenCharacteristic(record);
    const edit = edits.addCharacteristic(given, position);
    return this.idempotency.answer<CharacteristicResponse, CharacteristicResponse>(request, {
      create: (transaction) =>
        this.service.changeOne(actor, { part: 'characteristics', edit }, given.id, transaction),
      idOf: ({ id }) => id,
      answer: (created) => created,
      repeat: (id) => this.objects.get('characteristics', actor.companyId, id),
    });
  }

  @Patch(':characteristicId')
  @StructureWrite('the list of characteristics', 'CHARACTERISTIC_NOT_FOUND', 'STRUCTURE_IN_USE')
  @ApiOperation({
    operationId: 'updateCharacteristic',
    summary: 'Change a characteristic',
    description:
      'Changes what is sent; a list of values replaces the one before. A change is refused while people ' +
      'have answers that would go.',
  })
  @ApiObjectId('characteristicId', 'characteristic', EXAMPLE.id)
  @ApiBody({
    type: CharacteristicPatchRequest,
    examples: { characteristic: { value: { name: 'New name' } } },
  })
  @ApiJson(CharacteristicResponse, 'The changed characteristic.', EXAMPLE)
  update(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('characteristicId') characteristicId: string,
    @Body() input: CharacteristicPatchRequest,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<CharacteristicResponse> {
    const edit = edits.changeCharacteristic(characteristicId, {
      externalId: input.externalId,
      ...toGivenValues(input),
      position: placeOf(input.position),
      name: input.name ?? undefined,
      type: input.type ?? undefined,
    });
    return this.service.changeOne(actor, { part: 'characteristics', edit, precondition }, characteristicId);
  }

  @Delete(':characteristicId')
  @StructureWrite('the list of characteristics', 'CHARACTERISTIC_NOT_FOUND', 'STRUCTURE_IN_USE')
  @ApiOperation({
    operationId: 'deleteCharacteristic',
    summary: 'Remove a characteristic',
    description: 'Removes a characteristic. Refused while people have answers.',
  })
  @ApiObjectId('characteristicId', 'characteristic', EXAMPLE.id)
  @ApiStructureChange('What has changed.')
  remove(
    @CurrentIntegration() actor: IntegrationActor,
    @Param('characteristicId') characteristicId: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<StructureChangeResponse> {
    const edit = edits.removeCharacteristic(characteristicId);
    return this.service.change(actor, { part: 'characteristics', edit, precondition });
  }
}
