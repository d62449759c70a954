import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ID_FORM } from '../../shared-kernel/id.js';
import { SEGMENTATION_LIMITS } from '../domain/segmentation.rules.js';
import type { Area, AreaForest } from '../domain/area-forest.js';
import { EXTERNAL_ID } from './group.response.js';

/** An area and all areas below it. */
@ApiSchema({ name: 'Area' })
export class AreaResponse {
  @ApiProperty({
    ...ID_FORM,
    description: 'Id of the area, unique among all companies.',
    example: '665f1c2ab7e4d90012ab3a01',
  })
  id!: string;

  @ApiProperty({ ...SEGMENTATION_LIMITS.name, description: 'Name of the area.', example: 'Hotels' })
  name!: string;

  @ApiPropertyOptional(EXTERNAL_ID)
  externalId?: string;

  @ApiProperty({ type: () => [AreaResponse], description: 'The areas directly below, in their order.' })
  children!: readonly AreaResponse[];

  /** The roots of a company as a JSON array, written without recursion: `JSON.stringify` fails on deep trees. */
  static toJson(forest: AreaForest): string {
    const parts: string[] = [];
    let open = 0;
    for (const { id, name, externalId, depth } of forest.walk()) {
      if (open > depth) parts.push(']}'.repeat(open - depth), ',');
      const own: Omit<AreaResponse, 'children'> = externalId ? { id, name, externalId } : { id, name };
      parts.push(JSON.stringify(own).slice(0, -1), ',"children":[');
      open = depth + 1;
    }
    return `[${parts.join('')}${']}'.repeat(open)}]`;
  }
}

/** An area by itself, as the change feed answers it. */
@ApiSchema({ name: 'ChangedArea' })
export class ChangedAreaResponse {
  @ApiProperty({ description: 'Id of the area.', example: '665f1c2ab7e4d90012ab3a02' })
  id!: string;

  @ApiProperty({ description: 'Name of the area.', example: 'Front office' })
  name!: string;

  @ApiPropertyOptional(EXTERNAL_ID)
  externalId?: string;

  @ApiPropertyOptional({
    description: 'Id of the area directly above; absent for those at the top.',
    example: '665f1c2ab7e4d90012ab3a01',
  })
  parentId?: string;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    description: 'Place among the areas of the same parent, from 0.',
    example: 1,
  })
  position!: number;

  static from({ id, name, externalId, parentId, position }: Area): ChangedAreaResponse {
    return { id, name, ...(externalId && { externalId }), ...(parentId !== null && { parentId }), position };
  }
}
