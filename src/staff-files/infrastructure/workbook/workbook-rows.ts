import type { FileRow, TypedCell } from '../../application/file-rows.js';
import { columnOf, LAST_ROW, SheetReader } from './sheet-reader.js';
import { numberFormats, scan, sharedStrings, sheetPlace, unreadable } from './workbook-parts.js';
import { attributeOf } from './xml-scanner.js';
import { unpacksIntoMore, WorkbookRefused, ZipParts } from './zip-parts.js';

export interface WorkbookLimits {
  readonly maxContentBytes: number;
  readonly maxColumns: number;
  /** Longest row, in UTF-16 units. */
  readonly maxRowLength: number;
}

const MERGED: TypedCell = { kind: 'merged', text: '' };

/** Merged ranges that are looked at: more are not made by people. */
const MOST_MERGES = 10_000;

/**
 * The rows of a sheet of a workbook, in batches: of the one with a name, or the first visible one. The sheet is
 * unpacked twice, because merged cells are behind its rows. Takes seconds: for worker threads.
 * @throws {WorkbookRefused}
 */
export async function* workbookRows(
  bytes: Buffer,
  { maxContentBytes, maxColumns, maxRowLength }: WorkbookLimits,
  sheetName?: string,
): AsyncGenerator<readonly FileRow[]> {
  const parts = new ZipParts(bytes, maxContentBytes);
  if (!parts.has('xl/workbook.xml'))
    throw new WorkbookRefused('NOT_A_WORKBOOK', 'must be a workbook (.xlsx): it is another kind of zip');
  if (parts.names.some((name) => name.endsWith('vbaproject.bin')))
    throw new WorkbookRefused('MACROS', 'must not have macros: save it as .xlsx');
  const { sheet, uses1904, recalculates, ...place } = await sheetPlace(parts, sheetName);
  const merged = await mergedCells(parts, sheet);
  const strings = await sharedStrings(parts, place.strings);
  const formats = await numberFormats(parts, place.styles);
  const reader = new SheetReader({ strings, formats, uses1904, recalculates, maxColumns, maxRowLength });
  let length = 0;

  for await (const _ of scan(parts, sheet, reader)) {
    const rows = reader.take().map((row) => withMerged(row, merged));
    for (const row of rows) length += lengthOf(row);
    // Many cells may name one text: what they name together is bounded as if each had it.
    if (length > maxContentBytes) throw unpacksIntoMore(maxContentBytes);
    if (rows.length > 0) yield rows;
  }
  if (!reader.isComplete) throw unreadable();
}

export function lengthOf({ cells }: FileRow): number {
  let length = 0;
  for (const cell of cells) length += typeof cell === 'string' ? cell.length : cell.text.length;
  return length;
}

function withMerged({ line, cells }: FileRow, merged: ReadonlyMap<number, ReadonlySet<number>>): FileRow {
  const columns = merged.get(line);
  return columns
    ? { line, cells: cells.map((cell, at) => (columns.has(at + 1) ? MERGED : cell)) }
    : { line, cells };
}

/** Columns of cells that belong to another one, which has the value, by line. */
async function mergedCells(
  parts: ZipParts,
  sheet: string,
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const byLine = new Map<number, Set<number>>();
  let [ranges, cells] = [0, 0];
  const add = (range: string): void => {
    if (++ranges > MOST_MERGES)
      throw new WorkbookRefused('TOO_MANY', `must have at most ${MOST_MERGES} merged ranges`);
    const [from = '', to = from] = range.split(':');
    const [top, left, bottom, right] = [lineOf(from), columnOf(from), lineOf(to), columnOf(to)];
    if (bottom < top || right < left) throw unreadable();
    cells += (bottom - top + 1) * (right - left + 1);
    if (cells > MOST_MERGES * 10)
      throw new WorkbookRefused('TOO_MANY', `must have at most ${MOST_MERGES * 10} merged cells`);
    for (let line = top; line <= bottom; line++) {
      const columns = byLine.get(line) ?? new Set();
      byLine.set(line, columns);
      for (let column = left; column <= right; column++)
        if (line !== top || column !== left) columns.add(column);
    }
  };
  const handler = {
    open: (name: string, tag: string): void => {
      if (name === 'mergeCell') add(attributeOf(tag, 'ref') ?? '');
    },
    close: () => undefined,
    text: () => undefined,
  };

  for await (const _ of scan(parts, sheet, handler));
  return byLine;
}

function lineOf(reference: string): number {
  const line = Number(/^\$?[A-Z]{1,3}\$?(\d{1,7})$/.exec(reference)?.[1]);
  if (!(line >= 1 && line <= LAST_ROW)) throw unreadable();
  return line;
}
