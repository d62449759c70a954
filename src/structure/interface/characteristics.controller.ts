import { Body, Controller, Delete, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { IfMatch } from '../../platform/http/if-match.js';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import { CurrentIntegration } from '../../platform/http/permission.js';
import { ApiIdempotent, Idempotency } from '../../platform/idempotency/idempotency.js';
import {
  CharacteristicResponse,
  listEdits,
  SegmentationObjects,
  toGivenCharacteristic,
  toGivenValues,
} from '../../segmentation/index.js';
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
import { CharacteristicPatchRequest, NewCharacteristicRequest } from './structure.requests.js';

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
    private readonly service: StructureService,
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
    const edit = listEdits.addCharacteristic(given, position);
    return this.idempotency.answer<CharacteristicResponse, CharacteristicResponse>(request, {
      create: (transaction) =>
        this.service.runFor(
          actor,
          { part: 'characteristics', edit },
          given.id,
          (id, inside) => this.objects.characteristic(actor.companyId, id, inside),
          transaction,
        ),
      idOf: ({ id }) => id,
      answer: (created) => created,
      repeat: (id) => this.objects.characteristic(actor.companyId, id),
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
    const edit = listEdits.changeCharacteristic(characteristicId, {
      externalId: input.externalId,
      ...toGivenValues(input),
      position: placeOf(input.position),
      name: input.name ?? undefined,
      type: input.type ?? undefined,
    });
    return this.service.runFor(
      actor,
      { part: 'characteristics', edit, precondition },
      characteristicId,
      (id, inside) => this.objects.characteristic(actor.companyId, id, inside),
    );
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
    const edit = listEdits.removeCharacteristic(characteristicId);
    return this.service.run(actor, { part: 'characteristics', edit, precondition });
  }
}
