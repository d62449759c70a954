import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

/** A column of the file of a sync. */
@ApiSchema({ name: 'EmployeeSyncColumn' })
export class EmployeeSyncColumnResponse {
  @ApiProperty({ type: String, minLength: 1, description: 'The header.', example: 'Personal-Nr.' })
  header!: string;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    description: 'The header row, as a spreadsheet numbers it.',
    example: 1,
  })
  line?: number;

  @ApiProperty({
    type: [String],
    maxItems: 3,
    description: 'The first values that differ, each cut to 100 characters.',
    example: ['007', '0815'],
  })
  values!: readonly string[];

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    description:
      'The property by which the file was read; `endColumn` for the last day of an employment. Absent for an unknown ' +
      'header, and where `isRead` is false.',
    example: 'externalId',
  })
  property?: string;

  @ApiProperty({
    description: 'False for an unknown header, and for a column that is not to be read.',
    example: true,
  })
  isRead!: boolean;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    description:
      'The property that the header may mean, `endColumn`, or `nameColumns` for a part of the name, in English, German, Spanish, French, Italian or Portuguese.',
    example: 'externalId',
  })
  guess?: string;
}
