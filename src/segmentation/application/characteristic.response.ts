import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ID_FORM } from '../../shared-kernel/id.js';
import { INT32_MAX, INT32_MIN } from '../../shared-kernel/int32.js';
import { SEGMENTATION_LIMITS } from '../domain/segmentation.rules.js';
import {
  CHARACTERISTIC_TYPES,
  type AllowedValue,
  type Characteristic,
  type CharacteristicType,
} from '../domain/characteristic.js';
import { EXTERNAL_ID } from './group.response.js';

/** Unique among all values of the company. */
const VALUE_EXTERNAL_ID = { ...EXTERNAL_ID, example: 'PERM' };

const VALUE_ID = {
  ...ID_FORM,
  description: 'Unique within the characteristic.',
  example: '665f1c2ab7e4d90012ab3c11',
};

/** One of the answers that a `LIST` or `BOOLEAN` allows. */
@ApiSchema({ name: 'AllowedValue' })
export class AllowedValueResponse {
  @ApiProperty(VALUE_ID)
  id!: string;

  @ApiProperty({ ...SEGMENTATION_LIMITS.label, description: 'The answer in words.', example: 'Permanent' })
  label!: string;

  @ApiPropertyOptional(VALUE_EXTERNAL_ID)
  externalId?: string;
}

/** One of the answers that a `TREE` allows. */
@ApiSchema({ name: 'CharacteristicNode' })
export class CharacteristicNodeResponse {
  @ApiProperty(VALUE_ID)
  id!: string;

  @ApiProperty({ ...SEGMENTATION_LIMITS.label, description: 'The answer in words.', example: 'Kitchen' })
  label!: string;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: INT32_MIN,
    maximum: INT32_MAX,
    description: 'Place among the nodes, ascending.',
    example: 0,
  })
  position!: number;

  @ApiPropertyOptional(VALUE_EXTERNAL_ID)
  externalId?: string;
}

/** A question that the profiles of employees answer. */
@ApiSchema({ name: 'Characteristic' })
export class CharacteristicResponse {
  @ApiProperty({
    ...ID_FORM,
    description: 'Id of the characteristic, unique among all companies.',
    example: '665f1c2ab7e4d90012ab3c01',
  })
  id!: string;

  @ApiProperty({
    enum: CHARACTERISTIC_TYPES,
    enumName: 'CharacteristicType',
    description:
      'What an entry of a profile carries: `date` (`DATE`), `valueId` (`LIST`, `BOOLEAN`) or `leafId` (`TREE`).',
  })
  type!: CharacteristicType;

  @ApiProperty({
    ...SEGMENTATION_LIMITS.name,
    description: 'Name of the characteristic.',
    example: 'Contract',
  })
  name!: string;

  @ApiPropertyOptional(EXTERNAL_ID)
  externalId?: string;

  @ApiProperty({
    type: [AllowedValueResponse],
    description: 'In their order; empty for `DATE` and `TREE`.',
  })
  allowedValues!: readonly AllowedValueResponse[];

  @ApiProperty({
    type: [CharacteristicNodeResponse],
    description: 'In their order; empty unless the type is `TREE`.',
  })
  nodes!: readonly CharacteristicNodeResponse[];

  static from({ id, type, name, externalId, allowedValues, nodes }: Characteristic): CharacteristicResponse {
    return {
      id,
      type,
      name,
      ...(externalId && { externalId }),
      allowedValues: allowedValues.map((value) => ({
        id: value.id,
        label: value.label,
        ...externalIdOf(value),
      })),
      nodes: nodes.map((node) => ({
        id: node.id,
        label: node.label,
        position: node.position,
        ...externalIdOf(node),
      })),
    };
  }
}

function externalIdOf({ externalId }: AllowedValue): Pick<AllowedValue, 'externalId'> {
  return externalId ? { externalId } : {};
}
