import { read, type CellObject, type Range, type WorkBook, type WorkSheet } from 'xlsx';
import type { FileCell, FileRow, TypedCell } from '../../application/file-rows.js';
import { repackedZip, ZipRefused } from './zip-parts.js';
import { fileCellOf } from './workbook-cells.js';

export interface WorkbookLimits {
  readonly maxContentBytes: number;
  readonly maxColumns: number;
}

const MERGED: TypedCell = { kind: 'merged', text: '' };

/** Merged ranges that are looked at: more are not made by people. */
const MOST_MERGES = 10_000;

const UNREADABLE = 'cannot be read as a workbook: open it in a spreadsheet, and save it as .xlsx again';

/** The rows of the first visible sheet of a workbook. Takes seconds and much memory: for worker threads. */
export function* workbookRows(bytes: Buffer, limits: WorkbookLimits): Generator<FileRow> {
  const zip = repackedZip(bytes, limits.maxContentBytes);
  const { names } = zip;
  if (!names.includes('xl/workbook.xml'))
    throw new ZipRefused('NOT_A_WORKBOOK', 'must be a workbook (.xlsx): it is another kind of zip');
  if (names.some((name) => name.endsWith('vbaProject.bin')))
    throw new ZipRefused('MACROS', 'must not have macros: save it as .xlsx');
  const { book, sheet } = firstSheet(zip.bytes);
  yield* sheetRows(sheet, book.Workbook?.WBProps?.date1904 === true, limits);
}

function firstSheet(bytes: Uint8Array): { book: WorkBook; sheet: WorkSheet } {
  // The first sheet is visible nearly always, and only one is to be parsed.
  const first = parsed(bytes, 0);
  const index = firstVisible(first);
  const book = index === 0 ? first : parsed(bytes, index);
  const sheet = book.Sheets[book.SheetNames[index] ?? ''];
  if (!sheet) throw new ZipRefused('NO_SHEET', 'must have a visible sheet of cells');
  return { book, sheet };
}

function parsed(bytes: Uint8Array, sheets: number): WorkBook {
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      cellText: true,
      cellHTML: false,
      sheets,
    });
  } catch {
    throw new ZipRefused('MALFORMED', UNREADABLE);
  }
}

function firstVisible({ SheetNames, Workbook }: WorkBook): number {
  const index = SheetNames.findIndex((_, at) => (Workbook?.Sheets?.[at]?.Hidden ?? 0) === 0);
  if (index === -1) throw new ZipRefused('NO_SHEET', 'must have a visible sheet');
  return index;
}

function* sheetRows(sheet: WorkSheet, uses1904: boolean, { maxColumns }: WorkbookLimits): Generator<FileRow> {
  const merged = mergedCells(sheet['!merges'] ?? []);
  const rows = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  // Only what is there: a list with one row of a high number is sparse.
  for (const key of Object.keys(rows)) {
    const [index, row] = [Number(key), rows[Number(key)]];
    if (!row) continue;
    if (index >= MOST_ROWS) throw new ZipRefused('TOO_MANY', `must have at most ${MOST_ROWS} rows`);
    const cells = Array.from(row.slice(0, maxColumns), (cell, column): FileCell =>
      merged.has(keyOf(index, column)) ? MERGED : fileCellOf(cell, uses1904),
    );
    for (const column of Object.keys(row))
      if (Number(column) >= maxColumns && fileCellOf(row[Number(column)], uses1904) !== '')
        throw new ZipRefused('TOO_MANY', `must have at most ${maxColumns} columns`);
    yield { line: index + 1, cells };
  }
}

/** Of a sheet (ISO 29500). */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;

function keyOf(row: number, column: number): number {
  return row * MOST_COLUMNS + column;
}

/** Cells that belong to another one, which has the value. */
function mergedCells(ranges: readonly Range[]): ReadonlySet<number> {
  if (ranges.length > MOST_MERGES)
    throw new ZipRefused('TOO_MANY', `must have at most ${MOST_MERGES} merged ranges`);
  const cells = new Set<number>();
  for (const { s, e } of ranges)
    for (let row = s.r; row <= e.r; row++)
      for (let column = s.c; column <= Math.min(e.c, s.c + MOST_MERGES); column++) {
        if (row !== s.r || column !== s.c) cells.add(keyOf(row, column));
        if (cells.size > MOST_MERGES * 10)
          throw new ZipRefused('TOO_MANY', `must have at most ${MOST_MERGES * 10} merged cells`);
      }
  return cells;
}
