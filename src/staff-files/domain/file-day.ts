import { parseDateTime } from '../../shared-kernel/date-time.js';
import type { CellValue } from './cell-value.js';
import { DATE_FORMATS, type DateFormat, type SourceContent } from './source-content.js';

/** A date with a time, as RFC 3339 has it. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T.+$/;

/** A time of day behind a day, as spreadsheets and databases write it. */
const TIME = /[ T]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AP]\.?M\.?)?Z?$/i;

/** The parts of a format, each with the digits that it may have. */
const PARTS: Readonly<Record<string, string>> = { yyyy: '\\d{4}', MM: '\\d{1,2}', dd: '\\d{1,2}' };

const PATTERNS = new Map(DATE_FORMATS.map((format) => [format, patternOf(format, PARTS)]));
const TWO_DIGIT_YEARS = new Map(
  DATE_FORMATS.map((format) => [format, patternOf(format, { ...PARTS, yyyy: '\\d{2}' })]),
);
const ISO = 'yyyy-MM-dd';

/** A year after all others, as payroll programs write it for an employment without an end. */
const NEVER = '9999';

/** Zeros where a day should be: none is set. */
const ZEROS = /^(?:0{1,4}[./-]?){2}0{1,4}$/;

function patternOf(format: DateFormat, parts: Readonly<Record<string, string>>): RegExp {
  const hasSeparators = /[^yMd]/.test(format);
  const digits = (part: string): string =>
    hasSeparators || parts[part] === '\\d{2}' ? (parts[part] ?? '') : `\\d{${part.length}}`;
  const pattern = format
    .replaceAll('.', '\\.')
    .replace(/yyyy|MM|dd/g, (part) => `(?<${part}>${digits(part)})`);
  return new RegExp(`^${pattern}$`);
}

/** How the days of a column are written, and texts for none. */
export interface DayReading extends Pick<SourceContent, 'dateFormat' | 'noDates'> {
  /** The column has ends, of which `31.12.9999` and zeros are none. */
  readonly isEnd?: boolean;
}

/**
 * Reads a day of a file, in the format of its source or as `YYYY-MM-DD`, which has one meaning only. The time of day
 * behind it is left out, except in the form of RFC 3339, which downloads have.
 * @returns a text that `parseDateTime` knows; null where the text stands for no day
 */
export function readDay(written: string, { dateFormat, noDates, isEnd = false }: DayReading): CellValue {
  const text = written.trim();
  if (text === '' || noDates.some((none) => none.trim() === text)) return { value: null };
  if (MOMENT.test(text) && parseDateTime(text)) return { value: text };
  const day = text.replace(TIME, '');
  if (isEnd && ZEROS.test(day)) return { value: null };
  const found = reordered(day, dateFormat) ?? reordered(day, ISO);
  if (found === undefined) return noDay(day, dateFormat);
  if (isEnd && found.startsWith(NEVER)) return { value: null };
  return parseDateTime(found) ? { value: found } : noCalendarDay(found, dateFormat);
}

/** A day in a format; a moment that is not midnight keeps its time. @param date - RFC 3339, UTC */
export function writeDay(date: string, format: DateFormat): string {
  const [, yyyy = '', MM = '', dd = ''] = /^(\d{4})-(\d{2})-(\d{2})T00:00:00(?:\.0+)?Z$/.exec(date) ?? [];
  return yyyy === '' ? date : format.replace('yyyy', yyyy).replace('MM', MM).replace('dd', dd);
}

function reordered(text: string, format: DateFormat): string | undefined {
  const { yyyy, MM, dd } = PATTERNS.get(format)?.exec(text)?.groups ?? {};
  return yyyy && MM && dd ? `${yyyy}-${MM.padStart(2, '0')}-${dd.padStart(2, '0')}` : undefined;
}

function noDay(text: string, format: DateFormat): CellValue {
  const rule = `must be a day in the form ${formsOf(format)}`;
  if (TWO_DIGIT_YEARS.get(format)?.test(text))
    return { code: 'DATE', message: `${rule}, with a year of four digits: of two, the century is not known` };
  if (ZEROS.test(text)) return { code: 'DATE', message: `${rule}. ${SET_NO_DATES}` };
  return { code: 'DATE', message: rule };
}

function formsOf(format: DateFormat): string {
  return format === ISO ? ISO : `${format} or ${ISO}`;
}

const SET_NO_DATES = 'If it stands for no day, name it in the noDates of the source';

function noCalendarDay(day: string, format: DateFormat): CellValue {
  const year = Number(day.slice(0, 4));
  const message =
    year >= 1900 && year <= 2199
      ? `must be a day of the calendar in the form ${formsOf(format)}`
      : `must be a day from 1900 to 2199. ${SET_NO_DATES}`;
  return { code: 'DATE', message };
}
