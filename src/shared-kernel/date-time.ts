import type { ValidationIssue } from './validation-issue.js';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const COMPACT_DATE = /^(\d{2})(\d{2})(\d{4})$/;
/**
 * RFC 3339, section 5.6. A leap second has no place in the calendar that dates are kept in. An unencoded `+` of a query
 * arrives as a space.
 */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+ -])([01]\d|2[0-3]):([0-5]\d))$/;

const ANSWERED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

export const MS_PER_DAY = 86_400_000;

const FIRST = Date.parse('1900-01-01T00:00:00.000Z');
const LAST = Date.parse('2199-12-31T23:59:59.999Z');

/**
 * The moment that a text names: `ddMMyyyy` or `YYYY-MM-DD` (midnight UTC) or a date-time of RFC 3339
 * (docs/contract.md, "Dates and times"). Undefined when it is none of them, not in the calendar, or outside of the
 * years 1900 to 2199 in UTC.
 */
export function parseDateTime(text: string): Date | undefined {
  return parseAnswered(text) ?? parseAny(text);
}

/** The form in which the service itself writes moments, which is nearly all of an import; several times as fast. */
function parseAnswered(text: string): Date | undefined {
  if (!ANSWERED.test(text)) return undefined;
  const date = new Date(text);
  // 31 February would be 3 March.
  if (date.getUTCDate() !== Number(text.slice(8, 10))) return undefined;
  return within(date.getTime());
}

function parseAny(text: string): Date | undefined {
  const compact = COMPACT_DATE.exec(text);
  if (compact) return midnight(compact[3], compact[2], compact[1]);
  const date = DATE.exec(text);
  if (date) return midnight(date[1], date[2], date[3]);
  const parts = DATE_TIME.exec(text);
  const day = parts && midnight(parts[1], parts[2], parts[3]);
  if (!day) return undefined;
  const [, , , , hours, minutes, seconds, fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] =
    parts;
  const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1);
  return within(day.getTime() + (time - offset) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0')));
}

/** A day of the calendar, `YYYY-MM-DD`, which is another time in each time zone; or a moment. */
export type DayOrMoment = { readonly day: string } | { readonly moment: Date };

/** Reads the forms that {@link parseDateTime} knows; a date without a time stays a day. */
export function parseDayOrMoment(text: string): DayOrMoment | undefined {
  const date = parseDateTime(text);
  if (!date) return undefined;
  return DATE_TIME.test(text) ? { moment: date } : { day: date.toISOString().slice(0, 10) };
}

/** True for a time that stands for a whole day: dates without a time are stored as midnight UTC. */
export function isWholeDay(value: Date): boolean {
  return value.getTime() % MS_PER_DAY === 0;
}

/** The rules that a value violates as a date or date-time. */
export function dateTimeIssues(value: unknown): ValidationIssue[] {
  if (typeof value !== 'string') return [{ path: '', code: 'WRONG_TYPE', message: 'must be a string' }];
  if (parseDateTime(value)) return [];
  const message =
    'must be a date of the calendar, of the years 1900 to 2199: RFC 3339 date-time, YYYY-MM-DD or ddMMyyyy';
  return [{ path: '', code: 'DATE_TIME', message }];
}

/** The calendar is checked by its own round trip: 31 February would come back as 3 March. */
function midnight(year = '', month = '', day = ''): Date | undefined {
  const text = `${year}-${month}-${day}T00:00:00.000Z`;
  const time = Date.parse(text);
  if (Number.isNaN(time) || new Date(time).toISOString() !== text) return undefined;
  return within(time);
}

function within(time: number): Date | undefined {
  return time >= FIRST && time <= LAST ? new Date(time) : undefined;
}
