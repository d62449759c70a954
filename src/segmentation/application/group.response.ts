import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Group } from '../domain/group.js';

/** A group of people (interface 2.7). */
@ApiSchema({ name: 'Group' })
export class GroupResponse {
  @ApiProperty({
    description: 'Id of the group, unique among all companies.',
    example: '665f1c2ab7e4d90012ab3b01',
  })
  id!: string;

  @ApiProperty({ description: 'Name of the group.', example: 'Night shift' })
  name!: string;

  static from({ id, name }: Group): GroupResponse {
    return { id, name };
  }
}
