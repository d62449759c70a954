import type { CellObject } from 'xlsx';
import { MS_PER_DAY } from '../../../../shared-kernel/date-time.js';
import { cutText, MAX_CELL_LENGTH } from './cut-text.js';
import type { StyleName } from './styles.js';

/** A cell; undefined leaves it empty and without style. */
export type Cell = CellObject | undefined;

/** An empty cell with the style of a text. */
const BLANK: CellObject = { t: 'z', z: 'text' };

/** Serial number of 1970-01-01. */
const UNIX_EPOCH = 25_569;
/** Excel has a 29 February 1900, which did not exist: dates are right from 1 March 1900 to the end of 9999. */
const FIRST_DATE = Date.UTC(1900, 2, 1);
const LAST_DATE = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Characters that XML 1.0 does not allow. */
// eslint-disable-next-line no-control-regex -- these are the ones to find
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** Office reads `_x0041_` as the character with that number, unless its first `_` is escaped. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;
const ESCAPED = /_x005F_(?=x[0-9a-f]{4}_)/gi;

/** A text, shown as it is and never evaluated. Lines end in LF, as Excel expects in cells. */
export function text(value: string | undefined, style: StyleName = 'text'): CellObject {
  if (value === undefined || value === '') return BLANK;
  const clean = value.toWellFormed().replace(/\r\n?/g, '\n').replace(NOT_XML, '\ufffd');
  return { t: 's', v: escapedAndCut(clean), z: style };
}

function escapedAndCut(value: string): string {
  const cut = cutText(value, MAX_CELL_LENGTH);
  const escaped = cut.replace(ESCAPE, '_x005F_');
  // xlsx checks the length after escaping, so a text with many escapes is cut earlier.
  if (escaped.length <= MAX_CELL_LENGTH) return escaped;
  return escapedAndCut(cutText(cut, cut.length - (escaped.length - MAX_CELL_LENGTH)));
}

/** The text of a cell as it is shown. */
export function textOf(cell: Cell): string {
  return typeof cell?.v === 'string' ? cell.v.replace(ESCAPED, '_') : '';
}

/** A number; one that a cell cannot hold is shown as text. */
export function number(value: number | undefined): CellObject {
  if (value === undefined) return BLANK;
  return Number.isFinite(value) ? { t: 'n', v: value, z: 'number' } : text(String(value));
}

/** A whole percent. */
export function percent(value: number): CellObject {
  return { t: 'n', v: value / 100, z: 'percent' };
}

/**
 * A time; one that a date of a cell cannot express is shown as text.
 * @param value - RFC 3339
 * @param offsetMs - of the time zone to show it in
 */
export function time(value: string | undefined, style: StyleName, offsetMs = 0): CellObject {
  if (value === undefined) return BLANK;
  const time = Date.parse(value) + offsetMs;
  if (!(time >= FIRST_DATE && time <= LAST_DATE)) return text(value);
  return { t: 'n', v: time / MS_PER_DAY + UNIX_EPOCH, z: style };
}

/** A cell with a link to a place in the workbook. LibreOffice does not wrap texts with links. */
export function link(cell: CellObject, target: string): CellObject {
  return { ...cell, z: cell.t === 'n' ? 'linkedNumber' : 'link', l: { Target: target } };
}
