import type { FoundName, SegmentNames } from '../../segmentation/index.js';
import { fromSpreadsheetText } from '../../shared-kernel/spreadsheet-text.js';
import { shortened } from '../../shared-kernel/text.js';
import { ROLES } from '../../shared-kernel/actor.js';
import { readDay } from '../domain/file-day.js';
import type { SourceContent } from '../domain/source-columns.js';
import type { RowIssue } from '../domain/sync.js';
import type { FileColumn, FileColumns } from './file-columns.js';
import { shownText, type FileCell, type FileRow, type TypedCell } from './file-rows.js';

/** Longest value that an issue repeats, in code points. */
const SHOWN_LENGTH = 100;

/** A person of a file, in the form of a list of JSON. */
export interface FilePerson {
  /** Null clears: an empty cell. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly issues: readonly RowIssue[];
  /** Ids of the characteristics that have a column. */
  readonly profileOf?: readonly string[];
}

/** A number as a spreadsheet shortens it. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** The values of a cell, or the rule that it violates. */
type Value = { readonly value: unknown } | { readonly code: string; readonly message: string };

const refuse = (code: string, message: string): Value => ({ code, message });

/** Turns rows of a file into people. */
export class FilePeopleReader {
  private readonly profileOf: readonly string[];
  private readonly named: ReadonlySet<number>;
  private readonly values: Readonly<Record<string, (cell: FileCell, text: string) => Value>>;

  constructor(
    private readonly file: FileColumns,
    private readonly source: SourceContent,
    names: SegmentNames,
  ) {
    this.profileOf = file.columns.flatMap(({ characteristic }) => characteristic?.id ?? []);
    this.named = new Set(file.headers.map(({ index }) => index));
    const { areas, groups } = names;
    this.values = {
      externalId: (_, text) => keyOf(text),
      email: (_, text) => ({ value: text.trim() }),
      name: (_, text) => ({ value: text }),
      role: (_, text) => ({ value: roleOf(text.trim()) }),
      area: (_, text) => named(areas.find(text.trim()), 'an area'),
      groups: (_, text) => this.list(text, (each) => groups.find(each), 'a group'),
      managedAreas: (_, text) => this.list(text, (each) => areas.find(each), 'an area'),
    };
  }

  /** True for a person whose employment has ended before today. */
  hasLeft({ cells }: FileRow, today: string): boolean {
    const { endIndex } = this.file;
    if (endIndex === undefined) return false;
    const day = readDay(shownText(cells[endIndex]).trim(), this.source.dateFormat);
    return day !== undefined && day.slice(0, 10) < today;
  }

  read(row: FileRow): FilePerson {
    const body: Record<string, unknown> = {};
    const profile: object[] = [];
    const issues: RowIssue[] = [...this.endIssues(row), ...this.unnamedIssues(row)];
    for (const column of this.file.columns) {
      const cell = row.cells[column.index] ?? '';
      const text = fromSpreadsheetText(shownText(cell));
      const property = apiNameOf(column);
      const isMerged = typeof cell === 'object' && cell.kind === 'merged';
      if (text.trim() === '' && !isMerged) {
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

  private valueOf(column: FileColumn, cell: FileCell, text: string): Value {
    const { property, characteristic } = column;
    const isDay = characteristic?.type === 'DATE';
    if (typeof cell === 'object' && !(isDay && cell.kind === 'day')) return WRONG_CELLS[cell.kind];
    if (!characteristic) return this.values[property]?.(cell, text) ?? { value: text };
    const { id, type, values } = characteristic;
    if (isDay) {
      const date = readDay(text.trim(), this.source.dateFormat);
      return date === undefined ? this.noDay() : { value: { id, date } };
    }
    const found = named(values.find(text.trim()), 'a value of the characteristic');
    if (!('value' in found)) return found;
    return { value: { id, [type === 'TREE' ? 'leafId' : 'valueId']: found.value } };
  }

  /** The whole cell is tried first: a name may have the separator. */
  private list(text: string, find: (text: string) => FoundName, kind: string): Value {
    const whole = find(text.trim());
    if (typeof whole !== 'string') return { value: [whole.id] };
    const ids: unknown[] = [];
    for (const part of text.split(this.source.listSeparator).map((each) => each.trim())) {
      if (part === '') continue;
      const found = named(find(part), kind);
      if (!('value' in found))
        return { ...found, message: `${found.message}: ${shortened(part, SHOWN_LENGTH)}` };
      ids.push(found.value);
    }
    return { value: ids };
  }

  private endIssues(row: FileRow): RowIssue[] {
    const { endIndex, headers } = this.file;
    if (endIndex === undefined) return [];
    const text = shownText(row.cells[endIndex]).trim();
    if (text === '' || readDay(text, this.source.dateFormat) !== undefined) return [];
    const header = headers.find(({ index }) => index === endIndex)?.header ?? '';
    return [issueOf(row, header, '', { ...(this.noDay() as { code: string; message: string }), text })];
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

  private noDay(): Value {
    return refuse(
      'DATE',
      `must be a day of the calendar in the form ${this.source.dateFormat} or yyyy-MM-dd`,
    );
  }
}

const WRONG_CELLS: Readonly<Record<TypedCell['kind'], Value>> = {
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
  error: refuse('ERROR_VALUE', 'must be a value: the formula of the workbook has an error'),
};

function keyOf(text: string): Value {
  if (text !== text.trim())
    return refuse('SPACES', 'must not begin or end with a space: it would be another person');
  if (SHORTENED_NUMBER.test(text))
    return refuse(
      'SHORTENED_NUMBER',
      'must have all digits: a spreadsheet has shortened the number. Format the column as text before the export',
    );
  return { value: text };
}

function roleOf(text: string): string {
  return ROLES.find((role) => role === text.toUpperCase()) ?? text;
}

function named(found: FoundName, kind: string): Value {
  if (typeof found !== 'string') return { value: found.id };
  return found === 'unknown'
    ? refuse('UNKNOWN_REFERENCE', `must be the id, external id or name of ${kind} of the company`)
    : refuse('AMBIGUOUS', `must name ${kind} that no other one is named like; use its id or external id`);
}

const API_NAMES: Readonly<Record<string, string>> = {
  area: 'hierarchyId',
  groups: 'groupIds',
  managedAreas: 'managedHierarchies',
};

/** The property of the API that a column has. */
export function apiNameOf({ property, characteristic }: FileColumn): string {
  return characteristic ? 'profile' : (API_NAMES[property] ?? property);
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
