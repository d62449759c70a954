import { setImmediate } from 'node:timers/promises';
import { CsvRows } from '../../platform/csv/csv-rows.js';
import { JsonArrayCutter, LineCutter, type ElementCutter } from '../../platform/json/json-elements.js';
import {
  type FileRow,
  isNoRow,
  MAX_FILE_COLUMNS,
  MAX_FILE_ROWS,
  MAX_SYNC_PERSON_BYTES,
  MAX_WORKBOOK_BYTES,
} from '../../staff-files/index.js';
import type { ListForm } from '../application/sync.ports.js';

/** Forms of CSV files, by their charset. */
export type CsvForm = Extract<ListForm, `csv${string}`>;

/** Follows a list while it arrives: its form, and the number of its people. */
export interface ListCutter {
  /** People whose end has come. */
  readonly count: number;
  push(piece: Buffer): unknown;
  end(): unknown;
}

/** The charset of a form, by its name in the Encoding Standard. */
function charsetOf(form: CsvForm): string {
  return form === 'csv' ? 'utf-8' : form.slice('csv-'.length);
}

/** Forms of files with a header row. */
export type FileForm = CsvForm | 'xlsx';

export function isCsv(form: ListForm): form is CsvForm {
  return form.startsWith('csv');
}

const LIMITS = {
  maxRowBytes: MAX_SYNC_PERSON_BYTES,
  maxColumns: MAX_FILE_COLUMNS,
  maxRows: MAX_FILE_ROWS,
};

/** Bytes of a file that are parsed before the event loop runs other work: 2 ms, even if all are rows. */
const PARSED_AT_ONCE = 4_096;

/** Cuts a list of people into the JSON of each. */
export function cutterOf(form: 'json' | 'ndjson'): ElementCutter {
  return form === 'ndjson'
    ? new LineCutter(MAX_SYNC_PERSON_BYTES)
    : new JsonArrayCutter(MAX_SYNC_PERSON_BYTES);
}

/** Checks the form of a CSV file. */
export class CsvCutter implements ListCutter {
  private readonly rows: CsvRows;
  private filled = 0;

  constructor(form: CsvForm) {
    this.rows = new CsvRows(charsetOf(form), LIMITS);
  }

  /** The header row is no person. */
  get count(): number {
    return Math.max(0, this.filled - 1);
  }

  push(piece: Buffer): void {
    this.add(this.rows.push(piece));
  }

  end(): void {
    this.add(this.rows.end());
  }

  private add(rows: readonly FileRow[]): void {
    for (const row of rows) if (!isNoRow(row)) this.filled++;
  }
}

/** The bytes of a workbook, which is read when all of it is there. */
export class WorkbookCutter implements ListCutter {
  readonly count = 0;
  private bytes = 0;

  /** @throws {WorkbookTooLarge} */
  push(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.bytes > MAX_WORKBOOK_BYTES) throw new WorkbookTooLarge();
  }

  end(): void {
    // The preview looks into it.
  }
}

/** A workbook has more bytes than allowed. */
export class WorkbookTooLarge extends Error {}

/** Follows a list of a form. */
export function followerOf(form: ListForm): ListCutter {
  if (isCsv(form)) return new CsvCutter(form);
  return form === 'xlsx' ? new WorkbookCutter() : cutterOf(form);
}

/** Follows a piece of a list in steps, so that others are served in between. */
export async function follow(cutter: ListCutter, piece: Buffer): Promise<void> {
  for (let at = 0; at < piece.length; at += PARSED_AT_ONCE) {
    if (at > 0) await setImmediate();
    cutter.push(piece.subarray(at, at + PARSED_AT_ONCE));
  }
}

/** The rows of a CSV file. */
export async function* csvRows(
  form: CsvForm,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<readonly FileRow[]> {
  const rows = new CsvRows(charsetOf(form), LIMITS);
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += PARSED_AT_ONCE) {
      yield rows.push(piece.subarray(at, at + PARSED_AT_ONCE));
      await setImmediate();
    }
  yield rows.end();
}
