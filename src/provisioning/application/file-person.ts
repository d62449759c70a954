import type { SegmentNames } from '../../segmentation/index.js';
import { fromSpreadsheetText, isErrorValue } from '../../shared-kernel/spreadsheet-text.js';
import { shortened } from '../../shared-kernel/text.js';
import type { EmployeeContent } from '../../workforce/index.js';
import { EMPLOYEE_COLUMNS, type CellValue } from '../domain/employee-columns.js';
import { readDay } from '../domain/file-day.js';
import type { SourceContent } from '../domain/source-columns.js';
import type { RowIssue } from '../domain/sync.js';
import type { FileColumn, FileColumns } from './file-columns.js';
import { FileNames, named, SHOWN_LENGTH } from './file-names.js';
import { isUnknown, shownText, type FileCell, type FileRow, type TypedCell } from './file-rows.js';

/** A person of a file, in the form of a list of JSON. */
export interface FilePerson {
  /** Null clears: an empty cell. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly issues: readonly RowIssue[];
  /** Ids of the characteristics that have a column. */
  readonly profileOf?: readonly string[];
}

/** The rule that a cell violates. */
type BrokenRule = Exclude<CellValue, { readonly value: unknown }>;

const refuse = (code: string, message: string): BrokenRule => ({ code, message });

/** Turns rows of a file into people. */
export class FilePeopleReader {
  private readonly profileOf: readonly string[];
  private readonly named: ReadonlySet<number>;
  private readonly names: FileNames;

  constructor(
    private readonly file: FileColumns,
    private readonly source: SourceContent,
    names: SegmentNames,
  ) {
    this.profileOf = file.columns.flatMap(({ characteristic }) => characteristic?.id ?? []);
    this.named = new Set(file.headers.map(({ index }) => index));
    this.names = new FileNames(names, source.listSeparator);
  }

  /** True for a person whose employment has ended before today. */
  hasLeft({ cells }: FileRow, today: string): boolean {
    const { endIndex } = this.file;
    if (endIndex === undefined) return false;
    const day = readDay(shownText(cells[endIndex]).trim(), this.source.dateFormat);
    return day !== undefined && day.slice(0, 10) < today;
  }

  read(row: FileRow): FilePerson {
    const body: Partial<Record<keyof EmployeeContent, unknown>> = {};
    const profile: object[] = [];
    const issues: RowIssue[] = [...this.endIssues(row), ...this.unnamedIssues(row)];
    for (const column of this.file.columns) {
      const cell = row.cells[column.index] ?? '';
      const text = fromSpreadsheetText(shownText(cell));
      const property = apiNameOf(column);
      if (text.trim() === '' && !isUnknown(cell)) {
        if (!column.characteristic) body[property] = null;
        continue;
      }
      const read = this.valueOf(column, cell, text);
      if ('value' in read) {
        if (column.characteristic) profile.push(read.value as object);
        else body[property] = read.value;
      } else issues.push(issueOf(row, column.header, property, { ...read, text }));
    }
    if (this.profileOf.length === 0) return { body, issues };
    return { body: { ...body, profile }, issues, profileOf: this.profileOf };
  }

  private valueOf({ property, characteristic }: FileColumn, cell: FileCell, text: string): CellValue {
    const isDay = characteristic?.type === 'DATE';
    if (typeof cell === 'object' && !(isDay && cell.kind === 'day')) return WRONG_CELLS[cell.kind];
    if (isErrorValue(shownText(cell))) return WRONG_CELLS.error;
    if (!characteristic) return EMPLOYEE_COLUMNS[property].read(text, this.names);
    const { id, type, values } = characteristic;
    if (isDay) {
      const date = readDay(text.trim(), this.source.dateFormat);
      return date === undefined ? this.noDay() : { value: { id, date } };
    }
    const found = named(values.find(text.trim()), 'a value of the characteristic');
    if (!('value' in found)) return found;
    return { value: { id, [type === 'TREE' ? 'leafId' : 'valueId']: found.value } };
  }

  private endIssues(row: FileRow): RowIssue[] {
    const { endIndex, headers } = this.file;
    if (endIndex === undefined) return [];
    const cell = row.cells[endIndex];
    const text = shownText(cell).trim();
    if (!isUnknown(cell) && (text === '' || readDay(text, this.source.dateFormat) !== undefined)) return [];
    const header = headers.find(({ index }) => index === endIndex)?.header ?? '';
    const rule = typeof cell === 'object' && cell.kind !== 'day' ? WRONG_CELLS[cell.kind] : this.noDay();
    return [issueOf(row, header, '', { ...rule, text })];
  }

  /** Cells to the right of the header row, or below an empty header: the row may be shifted. */
  private unnamedIssues(row: FileRow): RowIssue[] {
    const issues: RowIssue[] = [];
    for (let index = 0; index < row.cells.length; index++) {
      if (this.named.has(index)) continue;
      const text = shownText(row.cells[index]);
      if (text.trim() === '') continue;
      const message = `column ${index + 1} must be empty: it has no header`;
      issues.push(issueOf(row, '', '', { code: 'NO_HEADER', message, text }));
    }
    return issues;
  }

  private noDay(): BrokenRule {
    return refuse(
      'DATE',
      `must be a day of the calendar in the form ${this.source.dateFormat} or yyyy-MM-dd`,
    );
  }
}

const WRONG_CELLS: Readonly<Record<TypedCell['kind'], BrokenRule>> = {
  day: refuse(
    'IS_DATE',
    'must be a text: the workbook has a date here, into which a spreadsheet may have turned the value. Format the ' +
      'column as text, and enter the value again',
  ),
  'lost-digits': refuse(
    'SHORTENED_NUMBER',
    'must be a text: the workbook has a number here that has lost digits. Format the column as text, and enter the ' +
      'value again',
  ),
  merged: refuse('MERGED', 'must be a cell of its own: it is merged with another one, which has the value'),
  error: refuse('ERROR_VALUE', 'must be a value: a formula of the spreadsheet has an error here'),
  uncalculated: refuse(
    'NOT_CALCULATED',
    'must be a value: the workbook has a formula here, and not its result. Open it in a spreadsheet, and save it',
  ),
};

/** The property of the API that a column has. */
export function apiNameOf({ property, characteristic }: FileColumn): keyof EmployeeContent {
  return characteristic ? 'profile' : EMPLOYEE_COLUMNS[property].property;
}

function issueOf(
  { line }: FileRow,
  column: string,
  path: string,
  { code, message, text }: { readonly code: string; readonly message: string; readonly text: string },
): RowIssue {
  const value = shortened(text, SHOWN_LENGTH);
  return { path, code, message, value, line, ...(column !== '' && { column }) };
}
