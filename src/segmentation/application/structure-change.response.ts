import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { Difference, NamedObject } from '../domain/difference.js';
import { MAX_LISTED_CHANGES } from '../domain/segmentation.rules.js';
import type { Moved } from './segment-holders.js';

const COUNT = { type: 'integer', format: 'int32', minimum: 0 } as const;

/** The number of objects that a change concerns. */
@ApiSchema({ name: 'StructureCounts' })
export class StructureCountsResponse {
  @ApiProperty({ ...COUNT, description: 'New ones.', example: 2 })
  added!: number;

  @ApiProperty({ ...COUNT, description: 'With another name, external id, type or values.', example: 1 })
  changed!: number;

  @ApiProperty({
    ...COUNT,
    description: 'With another parent, or another place among those that were and are beside them.',
    example: 1,
  })
  moved!: number;

  @ApiProperty({ ...COUNT, description: 'Removed ones.', example: 0 })
  removed!: number;

  @ApiProperty({ ...COUNT, description: 'All others.', example: 40 })
  unchanged!: number;
}

/** An area, a group or a characteristic by its name. */
@ApiSchema({ name: 'StructureObject' })
export class StructureObjectResponse {
  @ApiProperty({ description: 'Id of the object.', example: '665f1c2ab7e4d90012ab3a02' })
  id!: string;

  @ApiProperty({ description: 'Its name.', example: 'Hotel Barcelona' })
  name!: string;

  @ApiPropertyOptional({ description: 'Its id in another system.', example: 'D-100' })
  externalId?: string;
}

const listOf = (description: string): MethodDecorator & PropertyDecorator =>
  ApiProperty({
    type: [StructureObjectResponse],
    maxItems: MAX_LISTED_CHANGES,
    description: `${description}: the first ${MAX_LISTED_CHANGES}.`,
  });

/** The objects that a change concerns. */
@ApiSchema({ name: 'StructureChange' })
export class StructureChangeResponse {
  @ApiProperty({ type: StructureCountsResponse, description: 'Numbers of all of them.' })
  counts!: StructureCountsResponse;

  @ApiProperty({ ...COUNT, description: 'Employees who go to `moveTo`.', example: 0 })
  people!: number;

  @ApiProperty({ ...COUNT, description: 'Actions whose targets go to `moveTo`.', example: 0 })
  actions!: number;

  @listOf('New ones')
  added!: readonly StructureObjectResponse[];

  @listOf('Changed ones')
  changed!: readonly StructureObjectResponse[];

  @listOf('Moved ones')
  moved!: readonly StructureObjectResponse[];

  @listOf('Removed ones')
  removed!: readonly StructureObjectResponse[];

  static from(
    { added, changed, moved, removed, unchanged }: Difference,
    { people, actions }: Moved,
  ): StructureChangeResponse {
    const first = (objects: readonly NamedObject[]): readonly NamedObject[] =>
      objects.slice(0, MAX_LISTED_CHANGES);
    return {
      counts: {
        added: added.length,
        changed: changed.length,
        moved: moved.length,
        removed: removed.length,
        unchanged,
      },
      people,
      actions,
      added: first(added),
      changed: first(changed),
      moved: first(moved),
      removed: first(removed),
    };
  }
}
