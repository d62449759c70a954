import { textOf, text, type Cell } from './cells.js';
import { firstLines, lineCount } from './lines.js';
import { TITLE_FONT_PT, type StyleName } from './styles.js';

const LINE_PT = 15;
/** Size of the font that widths of columns count digits of. */
const FONT_PT = 11;
/** Excel's limit. */
const MAX_PT = 409;
/** Lines of each row of a text that one row cannot hold. Pages break between rows, so high ones would leave gaps. */
const PART_LINES = 13;

/**
 * Height that a row's texts need, in points; undefined when one line is enough. Excel computes it itself, but not for
 * merged cells, and other programs do not.
 * @param widths - of the columns that the cells fill, in digits
 */
export function rowHeight(cells: readonly Cell[], widths: readonly number[]): number | undefined {
  const heights = cells.map((cell, column) => cellHeight(cell, widths[column]));
  const height = Math.ceil(Math.max(LINE_PT, ...heights));
  return height === LINE_PT ? undefined : Math.min(MAX_PT, height);
}

/**
 * The rows that show all of a row's texts: one, unless a text is higher than Excel allows. Titles are short.
 * @param repeats - every row has the other cells, too, so that a filter finds all of them
 */
export function rowsOf(cells: Cell[], widths: readonly number[], repeats = false): Cell[][] {
  const columns = cells.map((cell, column) => partsOf(cell, widths[column]));
  const count = Math.max(1, ...columns.map(({ length }) => length));
  const cellIn = (row: number, parts: readonly Cell[]): Cell => {
    if (row < parts.length) return parts[row];
    return repeats && parts.length === 1 ? parts[0] : text('');
  };
  return Array.from({ length: count }, (_, row) => columns.map((parts) => cellIn(row, parts)));
}

function partsOf(cell: Cell, width = Infinity): Cell[] {
  if (cell?.z === 'title' || cellHeight(cell, width) <= MAX_PT) return [cell];
  const parts: Cell[] = [];
  for (let rest = textOf(cell); rest !== '';) {
    const part = firstLines(rest, width, PART_LINES);
    rest = rest.slice(part.length);
    parts.push(text(part.replace(/\n$/, ''), cell?.z as StyleName));
  }
  return parts;
}

function cellHeight(cell: Cell, width = Infinity): number {
  if (typeof cell?.v !== 'string') return LINE_PT;
  const scale = cell.z === 'title' ? TITLE_FONT_PT / FONT_PT : 1;
  return lineCount(cell.v, width / scale) * LINE_PT * scale;
}
