import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ID_FORM } from '../../shared-kernel/id.js';
import { SEGMENTATION_LIMITS } from '../domain/segmentation.rules.js';
import type { Group } from '../domain/group.js';

/** The id that another system has given, in OpenAPI. */
export const EXTERNAL_ID = {
  minLength: 1,
  ...SEGMENTATION_LIMITS.externalId,
  description:
    'Id in another system, never in the form of an id; absent where there is none. References may be written with it.',
  example: 'D-100',
} as const;

/** A group of people. */
@ApiSchema({ name: 'Group' })
export class GroupResponse {
  @ApiProperty({
    ...ID_FORM,
    description: 'Id of the group, unique among all companies.',
    example: '665f1c2ab7e4d90012ab3b01',
  })
  id!: string;

  @ApiProperty({ ...SEGMENTATION_LIMITS.name, description: 'Name of the group.', example: 'Night shift' })
  name!: string;

  @ApiPropertyOptional(EXTERNAL_ID)
  externalId?: string;

  static from({ id, name, externalId }: Group): GroupResponse {
    return { id, name, ...(externalId && { externalId }) };
  }
}
