import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { explainFileError, FileUnwritable } from '../../platform/files/file-errors.js';
import { fromSpreadsheetText, toSpreadsheetText } from '../../shared-kernel/spreadsheet-text.js';
import { EMPLOYEE_PROPERTIES } from '../../workforce/index.js';
import type { LocalList } from './local-lists.js';
import { isEmptyRow, shownText, type FileRow, type WorkbookReader } from '../application/file-rows.js';
import { csvRows, cutterOf } from './list-forms.js';

/** The header of the column that says what is wrong with a row. */
const PROBLEM = 'problem';

/** An issue as syncs answer it. */
export interface ListedIssue {
  /** Begins with the index of the row, like `[12].email`. */
  readonly path: string;
  readonly message: string;
}

/** The problems of rows, by their index in the list. */
export function problemsOf(issues: readonly ListedIssue[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  for (const { path, message } of issues) {
    const [, index, property = ''] = /^\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
    if (index === undefined) continue;
    const text = property === '' ? message : `${property}: ${message}`;
    const known = problems.get(Number(index));
    problems.set(Number(index), known === undefined ? text : `${known}; ${text}`);
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
  workbooks: WorkbookReader,
): Promise<void> {
  const rows = Readable.from(refusedRows(list, problems, workbooks));
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
  workbooks: WorkbookReader,
): AsyncGenerator<readonly string[]> {
  if (list.form !== 'json' && list.form !== 'ndjson') {
    const file = list.form === 'xlsx' ? workbooks.rows(list.pieces()) : csvRows(list.form, list.pieces());
    yield* rowsOfSpreadsheet(file, problems);
    return;
  }
  yield [...EMPLOYEE_PROPERTIES, PROBLEM];
  const cutter = cutterOf(list.form);
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

/** The header row, and the refused rows as they are. */
async function* rowsOfSpreadsheet(
  file: AsyncIterable<readonly FileRow[]>,
  problems: ReadonlyMap<number, string>,
): AsyncGenerator<readonly string[]> {
  let index = -1;
  for await (const rows of file) {
    for (const row of rows) {
      if (isEmptyRow(row)) continue;
      const problem = index < 0 ? PROBLEM : problems.get(index);
      index++;
      if (problem === undefined) continue;
      const cells = row.cells.map((cell) => fromSpreadsheetText(shownText(cell)));
      yield [...cells, problem].map(toSpreadsheetText);
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
