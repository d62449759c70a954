import { MS_PER_DAY } from './date-time.js';
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
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => {
    const seconds = Math.floor(time / 1_000) * 1_000;
    return Date.parse(`${format.format(seconds).replace(' ', 'T')}Z`) - seconds;
  };
}

/**
 * The time at which a day of the calendar begins in a time zone. Where the clock is put forward at midnight, it is that
 * moment.
 * @param day - midnight UTC of the day, in milliseconds
 * @param offsetAt - of the zone, see {@link offsetsOf}
 */
export function startOfDay(day: number, offsetAt: (time: number) => number): number {
  // Midnight by the clock before a change on that day, and by the clock after it: the first that is not the day before.
  const [later, earlier] = [day - MS_PER_DAY, day + MS_PER_DAY]
    .map((near) => day - offsetAt(near))
    .sort((one, other) => other - one) as [number, number];
  return earlier + offsetAt(earlier) >= day ? earlier : later;
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
