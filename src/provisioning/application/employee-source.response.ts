import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { COLUMN_NAMES } from '../domain/employee-columns.js';
import {
  DATE_FORMATS,
  HEADER_LIMITS,
  LIST_SEPARATORS,
  MAX_SOURCE_COLUMNS,
  type ColumnProperty,
  type DateFormat,
  type ListSeparator,
} from '../domain/source-columns.js';
import { SOURCE_LIMITS } from '../domain/sync.limits.js';
import type { StoredSource } from './source.store.js';

/** The schema of columns: headers with the names of properties. */
export const COLUMNS_SCHEMA = {
  type: 'object',
  maxProperties: MAX_SOURCE_COLUMNS,
  additionalProperties: {
    type: 'string',
    nullable: true,
    pattern: `^(?:${COLUMN_NAMES.join('|')}|profile\\..+)$`,
  },
} as const;

export const COLUMNS_EXAMPLE = {
  Personalnummer: 'externalId',
  'E-Mail': 'email',
  Bereich: 'area',
  Schicht: 'profile.Shift',
  Bemerkung: null,
} as const;

const NAMES = COLUMN_NAMES.map((name) => `\`${name}\``).join(', ');

const moment = (description: string) =>
  ({ type: String, format: 'date-time', description, example: '2026-03-01T02:00:00.000Z' }) as const;

/** The columns of the files of a source. */
@ApiSchema({ name: 'EmployeeSource' })
export class EmployeeSourceResponse {
  @ApiProperty({
    type: String,
    minLength: 1,
    ...SOURCE_LIMITS,
    description: 'Name of the source.',
    example: 'hr',
  })
  source!: string;

  @ApiProperty({
    ...COLUMNS_SCHEMA,
    description:
      `The property of each column by its header, without regard to case: ${NAMES}, or \`profile.\` and the ` +
      'name or id of a characteristic; null for a column that is not read. Headers that are names of properties ' +
      'need not be here.',
    example: COLUMNS_EXAMPLE,
  })
  columns!: Readonly<Record<string, ColumnProperty | null>>;

  @ApiProperty({
    enum: [...DATE_FORMATS],
    enumName: 'EmployeeSourceDateFormat',
    description: 'The form of days.',
    example: 'dd.MM.yyyy',
  })
  dateFormat!: DateFormat;

  @ApiProperty({
    enum: [...LIST_SEPARATORS],
    enumName: 'EmployeeSourceListSeparator',
    description: 'The character between the entries of a list in a cell.',
    example: ';',
  })
  listSeparator!: ListSeparator;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    ...HEADER_LIMITS,
    description:
      'Header of the column with the last day of an employment. A person with a day before today there ' +
      'counts as not in the list.',
    example: 'Austritt',
  })
  endColumn?: string;

  @ApiProperty(moment('When the columns were set first.'))
  createdAt!: string;

  @ApiProperty(moment('When they were changed last.'))
  updatedAt!: string;

  static from(stored: StoredSource): EmployeeSourceResponse {
    const { source, columns, dateFormat, listSeparator, endColumn, createdAt, updatedAt } = stored;
    return {
      source,
      columns,
      dateFormat,
      listSeparator,
      ...(endColumn !== undefined && { endColumn }),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }
}
