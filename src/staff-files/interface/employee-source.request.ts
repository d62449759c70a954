import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
import {
  EnumValue,
  FilledText,
  Ignored,
  Int32,
  Property,
  Text,
  TextList,
} from '../../platform/dto/properties.js';
import {
  COLUMNS_SCHEMA,
  EmployeeSourceResponse,
  LEAVE_OUT_SCHEMA,
  MAIN_ROWS_SCHEMA,
} from '../application/employee-source.response.js';
import {
  DATE_FORMATS,
  DEFAULT_SOURCE,
  HEADER_LIMITS,
  LIST_SEPARATORS,
  MAX_HEADER_ROW,
  MAX_NAME_COLUMNS,
  MAX_NO_DATES,
  SEPARATOR_LIMITS,
  wholeContent,
  type ColumnProperty,
  type DateFormat,
  type ListSeparator,
  type RowRules,
  type SourceContent,
} from '../domain/source-content.js';
import { columnsIssues, leaveOutIssues, mainRowsIssues } from '../domain/source-rules.js';

const READ_ONLY = { description: 'Ignored: it is read-only.' };

/** Body of a request to set the form of the files of a source. What is absent becomes its default. */
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

  @TextList({ ...HEADER_LIMITS, maxItems: MAX_NAME_COLUMNS, isFilled: true })
  nameColumns?: readonly string[];

  @Text({ ...SEPARATOR_LIMITS, default: DEFAULT_SOURCE.nameSeparator })
  nameSeparator?: string;

  @EnumValue(DATE_FORMATS, { name: 'EmployeeSourceDateFormat', default: DEFAULT_SOURCE.dateFormat })
  dateFormat?: DateFormat;

  @TextList({ ...HEADER_LIMITS, maxItems: MAX_NO_DATES, isFilled: true })
  noDates?: readonly string[];

  @EnumValue(LIST_SEPARATORS, {
    name: 'EmployeeSourceListSeparator',
    default: DEFAULT_SOURCE.listSeparator,
  })
  listSeparator?: ListSeparator;

  @FilledText(HEADER_LIMITS)
  endColumn?: string;

  @Int32({ minimum: 1, maximum: MAX_HEADER_ROW })
  headerRow?: number;

  @FilledText(HEADER_LIMITS)
  sheet?: string;

  @Property(Checked(leaveOutIssues), LEAVE_OUT_SCHEMA)
  leaveOut?: RowRules;

  @Property(Checked(mainRowsIssues), MAIN_ROWS_SCHEMA)
  mainRows?: RowRules;
}

/** The content of a source, with the defaults of what is absent. */
export function sourceContentOf(request: EmployeeSourceRequest): SourceContent {
  return wholeContent(request);
}
