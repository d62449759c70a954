import { isWholeDay, MS_PER_DAY } from './date-time.js';
import { offsetsOf } from './time-zone.js';

/** A day of the calendar, `YYYY-MM-DD`. Days compare as texts. */
export type Day = string;

/** In the order of the week (ISO 8601). */
export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

const MS_PER_HOUR = 3_600_000;

export function addDays(day: Day, count: number): Day {
  return dayOf(Date.parse(day) + count * MS_PER_DAY);
}

export function weekdayOf(day: Day): Weekday {
  return WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] ?? 'MONDAY';
}

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -WEEKDAYS.indexOf(weekdayOf(day)));
}

/**
 * The day of a moment.
 * @param timeZone - IANA name, here and below
 */
export function localDay(moment: Date, timeZone: string): Day {
  return dayOf(moment.getTime() + offsetsOf(timeZone)(moment.getTime()));
}

/** The day of a date that is stored as a moment: of a date without a time, the same in all zones. */
export function calendarDay(stored: Date, timeZone: string): Day {
  return isWholeDay(stored) ? dayOf(stored.getTime()) : localDay(stored, timeZone);
}

/**
 * The moment at which clocks show an hour: the first of two where clocks are set back, the one that comes after where
 * they are set forward.
 * @param hour - 0 to 23
 */
export function momentOf(day: Day, hour: number, timeZone: string): Date {
  const shown = Date.parse(day) + hour * MS_PER_HOUR;
  const offsetAt = offsetsOf(timeZone);
  const [before, after] = [offsetAt(shown - MS_PER_DAY), offsetAt(shown + MS_PER_DAY)];
  const moments = [shown - before, shown - after].filter((moment) => moment + offsetAt(moment) === shown);
  return new Date(moments.length === 0 ? shown - before : Math.min(...moments));
}

function dayOf(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}
