import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { COLUMN_NAMES } from '../domain/employee-columns.js';
import {
  DATE_FORMATS,
  HEADER_LIMITS,
  LIST_SEPARATORS,
  MAX_HEADER_ROW,
  MAX_NAME_COLUMNS,
  MAX_NO_DATES,
  MAX_ROW_RULE_VALUES,
  MAX_ROW_RULES,
  MAX_SOURCE_COLUMNS,
  SEPARATOR_LIMITS,
  wholeContent,
  type ColumnProperty,
  type DateFormat,
  type ListSeparator,
  type RowRules,
} from '../domain/source-content.js';
import { SOURCE_LIMITS } from '../domain/staff-file.limits.js';
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

const rowRules = (maxProperties: number) =>
  ({
    type: 'object',
    maxProperties,
    additionalProperties: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_ROW_RULE_VALUES,
      items: { type: 'string', minLength: 1, ...HEADER_LIMITS, pattern: '\\S' },
    },
  }) as const;

/** The schema of values of columns by which rows are left out. */
export const LEAVE_OUT_SCHEMA = rowRules(MAX_ROW_RULES);

/** The schema of values of a column by which the main row of a person is found. */
export const MAIN_ROWS_SCHEMA = rowRules(1);

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
      'need not be here. Of several columns with one property, the first one here that has a value in the row is read.',
    example: COLUMNS_EXAMPLE,
  })
  columns!: Readonly<Record<string, ColumnProperty | null>>;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_NAME_COLUMNS,
    description:
      'Headers of the parts of the name, in the order in which they make it. No column has the property `name` then.',
    example: ['Vorname', 'Nachname'],
  })
  nameColumns?: readonly string[];

  @ApiProperty({
    type: String,
    ...SEPARATOR_LIMITS,
    description: 'Between the parts of the name.',
    example: ' ',
  })
  nameSeparator!: string;

  @ApiProperty({
    enum: [...DATE_FORMATS],
    enumName: 'EmployeeSourceDateFormat',
    description: 'The form of days.',
    example: 'dd.MM.yyyy',
  })
  dateFormat!: DateFormat;

  @ApiProperty({
    type: [String],
    maxItems: MAX_NO_DATES,
    description:
      'Texts that stand for no day. In `endColumn`, days of the year 9999 and zeros like `00.00.0000` always do.',
    example: ['31.12.9999'],
  })
  noDates!: readonly string[];

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
      'counts as not in the list. Days are those of the time zone of the company.',
    example: 'Austritt',
  })
  endColumn?: string;

  @ApiPropertyOptional({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: MAX_HEADER_ROW,
    description:
      'The header row as a spreadsheet numbers it. If absent, it is looked for in the first 20 rows that are not empty.',
    example: 5,
  })
  headerRow?: number;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    ...HEADER_LIMITS,
    description: 'Name of the sheet of workbooks. If absent, it is the first visible one.',
    example: 'Mitarbeiter',
  })
  sheet?: string;

  @ApiProperty({
    ...LEAVE_OUT_SCHEMA,
    description:
      'Rows that are left out, by the header of a column and its values, in any case: totals, the end of a report, or ' +
      'people who have left. A value with `*` at its end stands for all that begin so. A person of such a row counts ' +
      'as not in the list.',
    example: { Status: ['inaktiv'], Personalnummer: ['Summe*'] },
  })
  leaveOut!: RowRules;

  @ApiProperty({
    ...MAIN_ROWS_SCHEMA,
    description:
      'Where a person has several rows: the header of one column, and its values in the row that is read. The other ' +
      'rows of the person are left out.',
    example: { Hauptvertrag: ['ja', 'x'] },
  })
  mainRows!: RowRules;

  @ApiProperty(moment('When the columns were set first.'))
  createdAt!: string;

  @ApiProperty(moment('When they were changed last.'))
  updatedAt!: string;

  static from(stored: StoredSource): EmployeeSourceResponse {
    const { source, createdAt, updatedAt } = stored;
    return {
      source,
      ...wholeContent(stored),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }
}
