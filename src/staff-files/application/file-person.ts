import type { SegmentNames } from '../../segmentation/index.js';
import { fromSpreadsheetText, isErrorValue } from '../../shared-kernel/spreadsheet-text.js';
import { shortened } from '../../shared-kernel/text.js';
import type { EmployeeContent } from '../../workforce/index.js';
import { cleanName, lostCharacter } from '../domain/cell-texts.js';
import { EMPLOYEE_COLUMNS } from '../domain/employee-columns.js';
import type { BrokenRule, CellValue } from '../domain/cell-value.js';
import { readDay } from '../domain/file-day.js';
import type { SourceContent } from '../domain/source-content.js';
import type { RowIssue } from '../../shared-kernel/row-issue.js';
import type { ColumnPlace, FileColumn, FileColumns } from './file-columns.js';
import { FileNames, named, SHOWN_LENGTH } from './file-names.js';
import { isUnknown, shownText, type FileCell, type FileRow, type TypedCell } from './file-rows.js';

/** A person of a file, in the form of a list of JSON. */
export interface FilePerson {
  /** Null clears: an empty cell. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly issues: readonly RowIssue[];
  /** Ids of the characteristics that have a column. */
  readonly profileOf?: readonly string[];
  /** The name had characters that do not belong to it. */
  readonly hasCleanedName: boolean;
}

/** A cell of a column that is not empty. */
interface FilledCell extends ColumnPlace {
  readonly cell: FileCell;
  readonly text: string;
}

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
    if (endIndex === undefined || isUnknown(cells[endIndex])) return false;
    const end = this.end(cells[endIndex]);
    return 'value' in end && typeof end.value === 'string' && end.value.slice(0, 10) < today;
  }

  read(row: FileRow): FilePerson {
    const body: Partial<Record<keyof EmployeeContent, unknown>> = {};
    const profile: object[] = [];
    const issues: RowIssue[] = [...this.endIssues(row), ...this.unnamedIssues(row)];
    let hasCleanedName = false;
    for (const column of this.file.columns) {
      const property = apiNameOf(column);
      const filled = filledCells(row, column);
      const [first] = filled;
      if (!first) {
        if (!column.characteristic) body[property] = null;
        continue;
      }
      const { read, at } =
        column.separator === undefined
          ? { read: this.valueOf(column, first), at: first }
          : this.joined(filled, column.separator);
      if (!('value' in read)) issues.push(issueOf(row, at.header, property, { ...read, text: at.text }));
      else if (!column.characteristic) body[property] = read.value;
      else if (read.value !== null) profile.push(read.value as object);
      if (column.property === 'name') hasCleanedName = filled.some(({ text }) => cleanName(text) !== text);
    }
    if (this.profileOf.length === 0) return { body, issues, hasCleanedName };
    return { body: { ...body, profile }, issues, profileOf: this.profileOf, hasCleanedName };
  }

  /** The name of its parts, or the first part that violates a rule. */
  private joined(parts: readonly FilledCell[], separator: string): { read: CellValue; at: FilledCell } {
    const [first] = parts as readonly [FilledCell];
    for (const part of parts) {
      const broken = brokenRule(part);
      if (broken) return { read: broken, at: part };
    }
    const text = parts.length === 1 ? first.text : parts.map((part) => part.text.trim()).join(separator);
    return { read: EMPLOYEE_COLUMNS.name.read(text, this.names), at: first };
  }

  private valueOf({ property, characteristic }: FileColumn, filled: FilledCell): CellValue {
    const isDay = characteristic?.type === 'DATE';
    const broken = brokenRule(filled, isDay);
    if (broken) return broken;
    const { text } = filled;
    if (!characteristic) return EMPLOYEE_COLUMNS[property].read(text, this.names);
    const { id, type, values } = characteristic;
    if (isDay) {
      const day = readDay(text, this.source);
      return 'value' in day && day.value !== null ? { value: { id, date: day.value } } : day;
    }
    const found = named(values.find(text.trim()), 'a value of the characteristic');
    if (!('value' in found)) return found;
    return { value: { id, [type === 'TREE' ? 'leafId' : 'valueId']: found.value } };
  }

  private end(cell: FileCell | undefined): CellValue {
    return readDay(fromSpreadsheetText(shownText(cell)), { ...this.source, isEnd: true });
  }

  private endIssues(row: FileRow): RowIssue[] {
    const { endIndex, headers } = this.file;
    if (endIndex === undefined) return [];
    const cell = row.cells[endIndex];
    const end = this.end(cell);
    if (!isUnknown(cell) && 'value' in end) return [];
    const header = headers.find(({ index }) => index === endIndex)?.header ?? '';
    const rule = typeof cell === 'object' && cell.kind !== 'day' ? WRONG_CELLS[cell.kind] : end;
    return 'value' in rule ? [] : [issueOf(row, header, '', { ...rule, text: shownText(cell).trim() })];
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

/** The rule that a cell violates, whatever its property is. */
function brokenRule({ cell, text }: FilledCell, isDay = false): BrokenRule | undefined {
  if (typeof cell === 'object' && !(isDay && cell.kind === 'day')) return WRONG_CELLS[cell.kind];
  if (isErrorValue(shownText(cell))) return WRONG_CELLS.error;
  return lostCharacter(text);
}

function filledCells({ cells }: FileRow, { places }: FileColumn): FilledCell[] {
  const filled: FilledCell[] = [];
  for (const { index, header } of places) {
    const cell = cells[index] ?? '';
    const text = fromSpreadsheetText(shownText(cell));
    if (text.trim() !== '' || isUnknown(cell)) filled.push({ index, header, cell, text });
  }
  return filled;
}

/** The property of the API that a column has. */
export function apiNameOf({ property, characteristic }: FileColumn): keyof EmployeeContent {
  return characteristic ? 'profile' : EMPLOYEE_COLUMNS[property].property;
}

export function issueOf(
  { line }: FileRow,
  column: string,
  path: string,
  { code, message, text }: { readonly code: string; readonly message: string; readonly text: string },
): RowIssue {
  const value = shortened(text, SHOWN_LENGTH);
  return { path, code, message, value, line, ...(column !== '' && { column }) };
}
