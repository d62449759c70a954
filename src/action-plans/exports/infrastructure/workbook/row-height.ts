import type { Cell } from './cells.js';
import { TITLE_FONT_PT } from './styles.js';

const LINE_PT = 15;
/** Size of the font that widths of columns count characters of. */
const FONT_PT = 11;
/** Excel's limit. */
const MAX_PT = 409;
/** Full-width characters count twice. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g;

/**
 * Height that a row's texts need, in points; undefined when one line is enough. Excel computes it itself, but not for
 * merged cells, and other programs do not.
 * @param widths - of the columns that the cells fill, in characters
 */
export function rowHeight(cells: readonly Cell[], widths: readonly number[]): number | undefined {
  const heights = cells.map((cell, column) => cellHeight(cell, widths[column] ?? Infinity));
  const height = Math.ceil(Math.max(LINE_PT, ...heights));
  return height === LINE_PT ? undefined : Math.min(MAX_PT, height);
}

function cellHeight(cell: Cell, width: number): number {
  if (typeof cell?.v !== 'string') return LINE_PT;
  const scale = cell.z === 'title' ? TITLE_FONT_PT / FONT_PT : 1;
  const lines = cell.v
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil((room(line) * scale) / width)), 0);
  return lines * LINE_PT * scale;
}

function room(line: string): number {
  return line.length + (line.match(WIDE)?.length ?? 0);
}
