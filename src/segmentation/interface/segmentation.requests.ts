import { ApiProperty, ApiSchema, OmitType, PickType } from '@nestjs/swagger';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { PatchType } from '../../platform/dto/patch-type.js';
import { Ignored, Int32, Reference } from '../../platform/dto/properties.js';
import { QueryFilledText, QueryFlag } from '../../platform/dto/query-properties.js';
import { AreaResponse, ChangedAreaResponse } from '../application/area.response.js';
import { AllowedValueResponse, CharacteristicResponse } from '../application/characteristic.response.js';
import { GroupResponse } from '../application/group.response.js';
import { AllowedValueRecord, AreaRecord, CharacteristicRecord, GroupRecord } from './segmentation.records.js';

/** Longest reference, in code points. */
const REFERENCE_LIMITS = { maxLength: 255 };

/** Mode of a request that sends all objects of a kind. */
export class PutStructureQuery {
  @QueryFlag({
    description: '`true` writes nothing, and answers what would change.',
    default: false,
    example: true,
  })
  dryRun?: boolean;

  @QueryFlag({
    description: '`true` removes what the body does not have. Without it, that stays.',
    default: false,
    example: true,
  })
  prune?: boolean;
}

/** The object to which everything goes that refers to a removed one. */
export class MoveToQuery {
  @QueryFilledText({
    ...REFERENCE_LIMITS,
    description:
      'Id or external id of an object that stays: people, managers and targets of actions go there from ' +
      'removed ones. Without it, a removal is refused while people belong to what would be removed.',
    example: 'D-100',
  })
  moveTo?: string;
}

/** {@link PutStructureQuery} of objects that may give way to another one. */
export class PutMovingStructureQuery extends PutStructureQuery {
  @QueryFilledText({
    ...REFERENCE_LIMITS,
    description:
      'With `prune`, id or external id of an object that stays: people, managers and targets of actions ' +
      'go there from removed ones.',
    example: 'D-100',
  })
  moveTo?: string;
}

/** It is only documented: areas are read one by one. */
@ApiSchema({ name: 'AreaInput' })
@DescribedBy(AreaResponse)
export class AreaInput extends PickType(AreaRecord, ['id', 'externalId', 'name']) {
  @ApiProperty({
    type: () => [AreaInput],
    required: false,
    description: 'The areas directly below, in their order. Left out, those below stay as they are.',
  })
  children?: AreaInput[];
}

@ApiSchema({ name: 'GroupInput' })
@DescribedBy(GroupResponse)
export class GroupInput extends PickType(GroupRecord, ['id', 'externalId', 'name']) {}

@ApiSchema({ name: 'CharacteristicInput' })
@DescribedBy(CharacteristicResponse)
export class CharacteristicInput extends PickType(CharacteristicRecord, [
  'id',
  'externalId',
  'type',
  'name',
  'allowedValues',
  'nodes',
] as const) {}

const READ_ONLY = { description: 'Ignored: it is read-only.' };

const POSITION = {
  minimum: 0,
  description: 'Place among those beside it, from 0. Left out, a new one is the last.',
  example: 0,
};

/** A place from a change: null is the last one. */
export function placeOf(position: number | null | undefined): number | undefined {
  return position === null ? Number.POSITIVE_INFINITY : position;
}

@ApiSchema({ name: 'NewAreaInput' })
@DescribedBy(ChangedAreaResponse)
export class NewAreaRequest extends GroupInput {
  @Reference({
    description: 'Id or external id of the area directly above. Left out, the area is at the top.',
    example: 'D-100',
  })
  parentId?: string;

  @Int32(POSITION)
  position?: number;
}

@ApiSchema({ name: 'AreaPatchInput' })
@DescribedBy(ChangedAreaResponse)
export class AreaPatchRequest extends PatchType(OmitType(NewAreaRequest, ['id'])) {
  @Ignored(READ_ONLY)
  id?: unknown;
}

@ApiSchema({ name: 'NewGroupInput' })
@DescribedBy(GroupResponse)
export class NewGroupRequest extends GroupInput {
  @Int32(POSITION)
  position?: number;
}

@ApiSchema({ name: 'GroupPatchInput' })
@DescribedBy(GroupResponse)
export class GroupPatchRequest extends PatchType(OmitType(NewGroupRequest, ['id'])) {
  @Ignored(READ_ONLY)
  id?: unknown;
}

@ApiSchema({ name: 'NewCharacteristicInput' })
@DescribedBy(CharacteristicResponse)
export class NewCharacteristicRequest extends CharacteristicInput {
  @Int32(POSITION)
  position?: number;
}

@ApiSchema({ name: 'CharacteristicPatchInput' })
@DescribedBy(CharacteristicResponse)
export class CharacteristicPatchRequest extends PatchType(OmitType(NewCharacteristicRequest, ['id'])) {
  @Ignored(READ_ONLY)
  id?: unknown;
}

@ApiSchema({ name: 'NewValueInput' })
@DescribedBy(AllowedValueResponse)
export class NewValueRequest extends PickType(AllowedValueRecord, ['id', 'externalId', 'label']) {
  @Int32({
    ...POSITION,
    description:
      'For `LIST` and `BOOLEAN` the place among the values, from 0. For `TREE` the `position` of the ' +
      'node. Left out, a new one is the last.',
  })
  position?: number;
}

@ApiSchema({ name: 'ValuePatchInput' })
@DescribedBy(AllowedValueResponse)
export class ValuePatchRequest extends PatchType(OmitType(NewValueRequest, ['id'])) {
  @Ignored(READ_ONLY)
  id?: unknown;
}
