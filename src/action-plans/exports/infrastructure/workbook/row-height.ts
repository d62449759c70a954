import type { Cell } from './cells.js';

const LINE_PT = 15;
/** Size of the font that widths of columns count characters of. */
const FONT_PT = 11;
/** Excel's limit. */
const MAX_PT = 409;
/** Full-width characters count twice. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g;

/**
 * Height that a row's texts need, in points; undefined when one line is enough. Excel computes it itself, other programs
 * do not.
 * @param widths - of the columns that the cells fill, in characters
 * @param fontPt - size of the font
 */
export function rowHeight(
  cells: readonly Cell[],
  widths: readonly number[],
  fontPt = FONT_PT,
): number | undefined {
  const scale = fontPt / FONT_PT;
  const lines = Math.max(
    1,
    ...cells.map((cell, column) => linesOf(cell, (widths[column] ?? Infinity) / scale)),
  );
  return lines === 1 ? undefined : Math.min(MAX_PT, Math.ceil(lines * LINE_PT * scale));
}

function linesOf(cell: Cell, width: number): number {
  if (typeof cell?.v !== 'string') return 1;
  if (cell.v.length * 2 <= width && !cell.v.includes('\n')) return 1;
  return cell.v.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(room(line) / width)), 0);
}

function room(line: string): number {
  return line.length + (line.match(WIDE)?.length ?? 0);
}
