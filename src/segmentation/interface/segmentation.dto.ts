import { ApiProperty } from '@nestjs/swagger';
import { CHARACTERISTIC_TYPES, type CharacteristicType } from '../domain/characteristic-type.js';

const id = (example: string) => ({ description: 'Unique among all companies.', example });
const VALUE_ID = { description: 'Unique within the characteristic.', example: '665f1c2ab7e4d90012ab3c11' };

/** An area and all areas below it (interface 2.6). */
export class Area {
  @ApiProperty(id('665f1c2ab7e4d90012ab3a01'))
  id!: string;

  @ApiProperty({ example: 'Hotels' })
  name!: string;

  @ApiProperty({ type: () => [Area], description: 'The areas directly below, in their order.' })
  children!: readonly Area[];
}

/** A group of people (interface 2.7). */
export class Group {
  @ApiProperty(id('665f1c2ab7e4d90012ab3b01'))
  id!: string;

  @ApiProperty({ example: 'Night shift' })
  name!: string;
}

/** One of the answers that a `LIST` or `BOOLEAN` allows. */
export class AllowedValue {
  @ApiProperty(VALUE_ID)
  id!: string;

  @ApiProperty({ example: 'Permanent' })
  label!: string;
}

/** One of the answers that a `TREE` allows. */
export class CharacteristicNode {
  @ApiProperty(VALUE_ID)
  id!: string;

  @ApiProperty({ example: 'Kitchen' })
  label!: string;

  @ApiProperty({ type: 'integer', format: 'int32', example: 0 })
  position!: number;
}

/** Something that the profiles of employees tell (interface 2.8). */
export class Characteristic {
  @ApiProperty(id('665f1c2ab7e4d90012ab3c01'))
  id!: string;

  @ApiProperty({
    enum: CHARACTERISTIC_TYPES,
    enumName: 'CharacteristicType',
    description:
      'What an entry of a profile carries: `date` (`DATE`), `valueId` (`LIST`, `BOOLEAN`) or `leafId` (`TREE`).',
  })
  type!: CharacteristicType;

  @ApiProperty({ example: 'Contract' })
  name!: string;

  @ApiProperty({ type: [AllowedValue], description: 'In their order; empty for `DATE` and `TREE`.' })
  allowedValues!: readonly AllowedValue[];

  @ApiProperty({
    type: [CharacteristicNode],
    description: 'In their order; empty unless the type is `TREE`.',
  })
  nodes!: readonly CharacteristicNode[];
}
