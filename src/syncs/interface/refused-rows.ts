import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { explainFileError, FileUnwritable } from '../../platform/files/file-errors.js';
import { fromSpreadsheetText, toSpreadsheetText } from '../../shared-kernel/spreadsheet-text.js';
import { EMPLOYEE_PROPERTIES } from '../../workforce/index.js';
import type { LocalList } from './local-lists.js';
import { type FileRow, shownText, type WorkbookReader } from '../../staff-files/index.js';
import { csvRows, cutterOf, isCsv } from './list-forms.js';

/** The header of the column that says what is wrong with a row. */
const PROBLEM = 'problem';

/** An issue as syncs answer it. */
export interface ListedIssue {
  /** Begins with the index of the row, like `[12].email`. */
  readonly path: string;
  readonly message: string;
  /** Of a file: the row as a spreadsheet numbers it, and the header of the column. */
  readonly line?: number;
  readonly column?: string;
}

/** The rows of a spreadsheet as a sync has read them. */
export interface ReadSpreadsheet {
  readonly workbooks: WorkbookReader;
  readonly headerLine: number | undefined;
  readonly sheet: string | undefined;
}

/** The problems of rows, by their line in a file, or by their index in a list of JSON. */
export function problemsOf(issues: readonly ListedIssue[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  for (const { path, line, column, message } of issues) {
    const [, index, property = ''] = /^\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
    if (index === undefined) continue;
    const about = column ?? property;
    const text = about === '' ? message : `${about}: ${message}`;
    const row = line ?? Number(index);
    const known = problems.get(row);
    problems.set(row, known === undefined ? text : `${known}; ${text}`);
  }
  return problems;
}

/**
 * Writes the rows of a list that are refused as a CSV file for spreadsheets, with their problems.
 * @throws {FileUnwritable}
 */
export async function writeRefusedRows(
  path: string,
  list: LocalList,
  problems: ReadonlyMap<number, string>,
  read: ReadSpreadsheet,
): Promise<void> {
  const rows = Readable.from(refusedRows(list, problems, read));
  const csv = stringify({ bom: true, record_delimiter: 'windows' });
  try {
    await pipeline(rows, csv, createWriteStream(path));
  } catch (error) {
    const reason = explainFileError(error);
    throw reason === undefined ? error : new FileUnwritable(path, reason);
  }
}

async function* refusedRows(
  list: LocalList,
  problems: ReadonlyMap<number, string>,
  { workbooks, headerLine, sheet }: ReadSpreadsheet,
): AsyncGenerator<readonly string[]> {
  const { form } = list;
  if (form !== 'json' && form !== 'ndjson') {
    const file = isCsv(form) ? csvRows(form, list.pieces()) : workbooks.rows(list.pieces(), sheet);
    yield* rowsOfSpreadsheet(file, problems, headerLine);
    return;
  }
  yield [...EMPLOYEE_PROPERTIES, PROBLEM];
  const cutter = cutterOf(form);
  let index = 0;
  function* rowsOf(elements: readonly Buffer[]): Generator<readonly string[]> {
    for (const element of elements) {
      const problem = problems.get(index++);
      if (problem !== undefined) yield [...cellsOf(element), problem].map(toSpreadsheetText);
    }
  }
  for await (const piece of list.pieces()) yield* rowsOf(cutter.push(piece));
  yield* rowsOf(cutter.end());
}

/** The header row, and the refused rows as they are, with their lines. */
async function* rowsOfSpreadsheet(
  file: AsyncIterable<readonly FileRow[]>,
  problems: ReadonlyMap<number, string>,
  headerLine: number | undefined,
): AsyncGenerator<readonly string[]> {
  for await (const rows of file) {
    for (const { line, cells } of rows) {
      const problem = line === headerLine ? PROBLEM : problems.get(line);
      if (problem === undefined) continue;
      const texts = cells.map((cell) => fromSpreadsheetText(shownText(cell)));
      yield [...texts, problem].map(toSpreadsheetText);
    }
  }
}

/** The cells of a person; what is no object is in the first one. */
function cellsOf(element: Buffer): readonly string[] {
  const text = element.toString();
  const person = objectOf(text);
  if (!person) return EMPLOYEE_PROPERTIES.map((_, column) => (column === 0 ? text : ''));
  return EMPLOYEE_PROPERTIES.map((property) => {
    const value = person[property];
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
