import type { ValidationIssue } from './validation-issue.js';

/** Zones that were found to exist: asking the platform takes longer than all other rules of a record. */
const known = new Set<string>();

/** The rules that a value violates as the name of an IANA time zone. */
export function timeZoneIssues(value: unknown): ValidationIssue[] {
  if (typeof value !== 'string') return [{ path: '', code: 'WRONG_TYPE', message: 'must be a string' }];
  if (known.has(value)) return [];
  if (!exists(value)) return [{ path: '', code: 'TIME_ZONE', message: 'must be an IANA time zone' }];
  known.add(value);
  return [];
}

/**
 * The offset of a time zone from UTC at a time, both in milliseconds.
 * @param timeZone - IANA name
 */
export function offsetsOf(timeZone: string): (time: number) => number {
  const format = formatOf(timeZone);
  return (time) => {
    const seconds = Math.floor(time / 1_000) * 1_000;
    return Date.parse(`${format.format(seconds).replace(' ', 'T')}Z`) - seconds;
  };
}

/** Making a format takes longer than using it for hundreds of times; there are some hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  return format;
}

/** Offsets like `+02:00` are understood by the platform but are not zones. */
function exists(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
