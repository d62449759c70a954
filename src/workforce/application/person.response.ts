import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WindowResponse } from '../../platform/dto/window-response.js';
import { EMPLOYEE_LIMITS } from '../domain/employee.rules.js';

const ID = '665f1c2ab7e4d90012ab34cd';

/** Most people that a look-up counts exactly and sorts. */
export const MAX_COUNTED_PEOPLE = 2_000;

/** An employee as managers choose and see one: without addresses and profile. */
@ApiSchema({ name: 'Person' })
export class PersonResponse {
  @ApiProperty({ description: 'Id of the employee, to which action plans refer.', example: ID })
  id!: string;

  @ApiPropertyOptional({ ...EMPLOYEE_LIMITS.name, description: 'Full name.', example: 'Ana López' })
  name?: string;

  @ApiPropertyOptional({
    description: 'Id of the area to which the person belongs.',
    example: '665f1c2ab7e4d90012ab3421',
  })
  hierarchyId?: string;

  @ApiProperty({ type: [String], description: 'Ids of the groups of the person.', example: [ID] })
  groupIds!: readonly string[];

  @ApiPropertyOptional({
    type: 'boolean',
    enum: [true],
    description: 'The employment has ended. Only in answers to `ids`.',
  })
  deleted?: true;
}

/** A page of people. */
@ApiSchema({ name: 'PeoplePage' })
export class PeoplePageResponse extends WindowResponse {
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    description:
      `All people who match, exact up to ${MAX_COUNTED_PEOPLE.toLocaleString('en')}. Where more match, it is only ` +
      'known that there are at least as many; it is greater than `to` while there is a further page.',
    example: 1,
  })
  total!: number;

  @ApiProperty({
    type: [PersonResponse],
    description: 'The people of the window, by name in the order of Unicode, those without a name last.',
  })
  result!: readonly PersonResponse[];
}
