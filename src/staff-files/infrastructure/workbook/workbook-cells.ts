import { SSF, type CellObject } from 'xlsx';
import type { FileCell } from '../../application/file-rows.js';

/** The package has no types for its formats. */
const FORMATS = SSF as {
  readonly is_date: (format: string) => boolean;
  readonly parse_date_code: (
    value: number,
    options: { readonly date1904: boolean },
  ) => Readonly<Record<'y' | 'm' | 'd', number>> | null;
};

/** Numbers have 15 digits; a spreadsheet has replaced those behind by zeros. */
const LOST_FROM = 1e15;

/** Between thousands, in the languages of spreadsheets. */
const GROUPING = /[,.'’\s]/g;

/** Of formats, which have `m` for minutes, too. */
const DAY_PARTS = /[dy]/i;

/** The day of the number 0. */
const NO_DAY = '0000-00-00';

const TOO_NARROW = '#####';

const SHORTENED = /^-?\d(?:[.,]\d+)?E[+-]?\d+$/i;

/** The value of a cell as text, or as a kind of value that is no text. */
export function fileCellOf(cell: CellObject | undefined, uses1904: boolean): FileCell {
  if (cell?.v === undefined) return '';
  if (cell.t === 'e') return { kind: 'error', text: cell.w ?? '' };
  if (typeof cell.v !== 'number') return typeof cell.v === 'string' ? cell.v : (cell.w ?? String(cell.v));
  return numberCell(cell.v, cell, uses1904);
}

function numberCell(value: number, cell: CellObject, uses1904: boolean): FileCell {
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  const isDay = FORMATS.is_date(format);
  const day = isDay ? dayCell(value, uses1904) : undefined;
  if (day) return day;
  const { w } = cell; // made when it is read, which takes longer than all else
  if (isDay) return timeCell(value, format, w ?? '');
  const text = format === 'General' || w === undefined ? String(value) : shownNumber(value, w.trim());
  return Math.abs(value) >= LOST_FROM || SHORTENED.test(text) || isRounded(value, text)
    ? { kind: 'lost-digits', text: w ?? text }
    : text;
}

/** A time without a day, or the day zero. Spreadsheets show signs in place of other numbers. */
function timeCell(value: number, format: string, shown: string): FileCell {
  if (value < 0 || value >= 1 || shown === '') return { kind: 'error', text: TOO_NARROW };
  return DAY_PARTS.test(format.replaceAll(/"[^"]*"|\[[^\][]*\]/g, ''))
    ? { kind: 'day', text: NO_DAY }
    : shown;
}

/** As it is shown, but without the signs between thousands, which differ by the language of the reader. */
function shownNumber(value: number, shown: string): string {
  const plain = String(value);
  return Number.isInteger(value) && shown.replace(GROUPING, '') === plain ? plain : shown;
}

/** True where a number is shown with fewer digits than it has. */
function isRounded(value: number, text: string): boolean {
  const digits = text.replace(/[^\d.]/g, '');
  return digits !== '' && Number(digits) !== Math.abs(value);
}

/** The day without its time; undefined for a time without a day. */
function dayCell(value: number, uses1904: boolean): FileCell | undefined {
  const parsed = FORMATS.parse_date_code(value, { date1904: uses1904 });
  if (!parsed || value < 1) return undefined;
  const { y, m, d } = parsed;
  return { kind: 'day', text: [String(y).padStart(4, '0'), two(m), two(d)].join('-') };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
