import { ApiSchema } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { Checked } from '../../platform/dto/checked.js';
import { EnumValue, Id, Int32, NestedList, Property, Words } from '../../platform/dto/properties.js';
import { AllowedValueResponse, CharacteristicNodeResponse } from '../application/characteristic.response.js';
import { CHARACTERISTIC_TYPES, type CharacteristicType } from '../domain/characteristic.js';
import { externalIdIssues, SEGMENTATION_LIMITS } from '../domain/segmentation.rules.js';

/** An array whose entries are read elsewhere. */
function AnyList(): PropertyDecorator {
  return Property(IsArray({ message: 'must be an array' }), { type: [Object] });
}

/** The id in another system; null removes it. A record without an id is that of the object with its external id. */
export function ExternalId(): PropertyDecorator {
  const schema = { type: String, minLength: 1, ...SEGMENTATION_LIMITS.externalId };
  return Property(Checked(externalIdIssues), schema, { nullable: true });
}

export class GroupRecord {
  @Id()
  id?: string;

  @ExternalId()
  externalId?: string | null;

  @Words({ ...SEGMENTATION_LIMITS.name, required: true })
  name!: string;
}

/** One area of a tree. Its children are read one by one, because areas nest to any depth. */
export class AreaRecord extends GroupRecord {
  @AnyList()
  children?: readonly unknown[];
}

@ApiSchema({ name: 'AllowedValueInput' })
@DescribedBy(AllowedValueResponse)
export class AllowedValueRecord {
  @Id()
  id?: string;

  @ExternalId()
  externalId?: string | null;

  @Words({ ...SEGMENTATION_LIMITS.label, required: true })
  label!: string;
}

@ApiSchema({ name: 'CharacteristicNodeInput' })
@DescribedBy(CharacteristicNodeResponse)
export class CharacteristicNodeRecord extends AllowedValueRecord {
  @Int32()
  position?: number;
}

export class CharacteristicRecord {
  @Id()
  id?: string;

  @ExternalId()
  externalId?: string | null;

  @EnumValue(CHARACTERISTIC_TYPES, { name: 'CharacteristicType', required: true })
  type!: CharacteristicType;

  @Words({ ...SEGMENTATION_LIMITS.name, required: true })
  name!: string;

  @NestedList(() => AllowedValueRecord)
  allowedValues?: AllowedValueRecord[];

  @NestedList(() => CharacteristicNodeRecord)
  nodes?: CharacteristicNodeRecord[];
}
