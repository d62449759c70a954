import { parseDateTime } from '../../shared-kernel/date-time.js';
import { DATE_FORMATS, type DateFormat } from './source-columns.js';

/** `YYYY-MM-DD`, with a time or without. */
const UNAMBIGUOUS = /^\d{4}-\d{2}-\d{2}(?:T.*)?$/;

/** The parts of a format, each with the digits that it may have. */
const PARTS: Readonly<Record<string, string>> = { yyyy: '\\d{4}', MM: '\\d{1,2}', dd: '\\d{1,2}' };

const PATTERNS = new Map(DATE_FORMATS.map((format) => [format, patternOf(format)]));

function patternOf(format: DateFormat): RegExp {
  const hasSeparators = /[^yMd]/.test(format);
  const pattern = format
    .replaceAll('.', '\\.')
    .replace(/yyyy|MM|dd/g, (part) => `(?<${part}>${hasSeparators ? PARTS[part] : `\\d{${part.length}}`})`);
  return new RegExp(`^${pattern}$`);
}

/**
 * Reads a day of a file, in the format of its source or as `YYYY-MM-DD`, which has one meaning only.
 * @returns a text that `parseDateTime` knows; undefined for one that is no day of the calendar
 */
export function readDay(text: string, format: DateFormat): string | undefined {
  const written = UNAMBIGUOUS.test(text) ? text : reordered(text, format);
  return written !== undefined && parseDateTime(written) ? written : undefined;
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
