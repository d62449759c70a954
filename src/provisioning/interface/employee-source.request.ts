import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { EnumValue, FilledText, Ignored, Property } from '../../platform/dto/properties.js';
import { COLUMNS_SCHEMA, EmployeeSourceResponse } from '../application/employee-source.response.js';
import {
  columnsIssues,
  DATE_FORMATS,
  DEFAULT_SOURCE,
  HEADER_LIMITS,
  LIST_SEPARATORS,
  type ColumnProperty,
  type DateFormat,
  type ListSeparator,
  type SourceContent,
} from '../domain/source-columns.js';

const READ_ONLY = { description: 'Ignored: it is read-only.' };

/** Body of a request to set the columns of a source. What is absent becomes its default. */
@ApiSchema({ name: 'EmployeeSourceInput' })
@DescribedBy(EmployeeSourceResponse)
export class EmployeeSourceRequest {
  @Ignored(READ_ONLY)
  source?: unknown;

  @Ignored(READ_ONLY)
  createdAt?: unknown;

  @Ignored(READ_ONLY)
  updatedAt?: unknown;

  @Property(Checked(columnsIssues), COLUMNS_SCHEMA)
  columns?: Readonly<Record<string, ColumnProperty | null>>;

  @EnumValue(DATE_FORMATS, { name: 'EmployeeSourceDateFormat', default: DEFAULT_SOURCE.dateFormat })
  dateFormat?: DateFormat;

  @EnumValue(LIST_SEPARATORS, {
    name: 'EmployeeSourceListSeparator',
    default: DEFAULT_SOURCE.listSeparator,
  })
  listSeparator?: ListSeparator;

  @FilledText(HEADER_LIMITS)
  endColumn?: string;
}

/** The content of a source, with the defaults of what is absent. */
export function sourceContentOf({
  columns = DEFAULT_SOURCE.columns,
  dateFormat = DEFAULT_SOURCE.dateFormat,
  listSeparator = DEFAULT_SOURCE.listSeparator,
  endColumn,
}: EmployeeSourceRequest): SourceContent {
  return { columns, dateFormat, listSeparator, ...(endColumn !== undefined && { endColumn }) };
}
