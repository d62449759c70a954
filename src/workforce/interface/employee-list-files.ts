import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { Request } from 'express';
import { WORKBOOK_TYPE, XlsxStream } from '../../platform/spreadsheets/xlsx-stream.js';
import type { EmployeeTable, ListedEmployee } from '../application/employee-files.js';

/** A form of the list for spreadsheets. */
export type ListFile = 'csv' | 'xlsx';

/** People who are written before the event loop runs other work: some milliseconds. */
const WRITTEN_AT_ONCE = 200;

const HEADERS: Readonly<Record<ListFile, Readonly<Record<string, string>>>> = {
  csv: {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': 'attachment; filename="employees.csv"',
  },
  xlsx: {
    'Content-Type': WORKBOOK_TYPE,
    'Content-Disposition': 'attachment; filename="employees.xlsx"',
  },
};

/** The form of a list that the caller prefers; undefined for JSON. */
export function listFileOf(request: Request): ListFile | undefined {
  const type = request.accepts(['application/json', 'text/csv', WORKBOOK_TYPE]);
  if (type === 'text/csv') return 'csv';
  return type === WORKBOOK_TYPE ? 'xlsx' : undefined;
}

export function headersOf(file: ListFile): Readonly<Record<string, string>> {
  return HEADERS[file];
}

/** Renders employees as a file, piece by piece. @param batches - of JSON texts of `EmployeeResponse` */
export async function* fileOf(
  file: ListFile,
  { headers, cells }: EmployeeTable,
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string | Uint8Array> {
  const writer = file === 'csv' ? new CsvWriter() : new XlsxStream('Employees');
  let heading: readonly string[] | undefined = headers;
  for await (const batch of batches)
    for (let at = 0; at < batch.length; at += WRITTEN_AT_ONCE) {
      const rows = batch
        .slice(at, at + WRITTEN_AT_ONCE)
        .map((text) => cells(JSON.parse(text) as ListedEmployee));
      yield writer.push(heading ? [heading, ...rows] : rows);
      heading = undefined;
      await setImmediate();
    }
  if (heading) yield writer.push([heading]);
  yield writer.end();
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. Cells are quoted: texts, not numbers. */
class CsvWriter {
  private isBegun = false;

  push(rows: readonly (readonly string[])[]): string {
    const bom = !this.isBegun;
    this.isBegun = true;
    return stringify(rows as string[][], { bom, quoted: true, record_delimiter: 'windows' });
  }

  end(): string {
    return '';
  }
}
