import { isWholeDay, MS_PER_DAY } from '../../shared-kernel/date-time.js';
import { offsetsOf, startOfDay } from '../../shared-kernel/time-zone.js';

/** Weeks of a summary, the current one included. */
export const SUMMARY_WEEKS = 12;

const DAYS_PER_WEEK = 7;
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY = 4 * MS_PER_DAY;

/** The parts of the time in which an action may be due, in their order. */
export const DUE_WINDOWS = ['OVERDUE', 'IN_7_DAYS', 'IN_30_DAYS', 'LATER'] as const;
export type DueWindow = (typeof DUE_WINDOWS)[number];

/**
 * The days and weeks of a summary in the calendar of a company.
 *
 * An action is overdue after its due date: a date-time when it has passed, a date without a time when its day has
 * ended in the time zone. Otherwise it is due in 7 days if it is due today or on one of the 7 days that follow; in 30
 * days likewise.
 */
export class SummaryCalendar {
  /** The first times after each window but the last, for due dates with a time. */
  readonly moments: readonly Date[];
  /** The same for dates without a time, compared with `overdueAfter`: midnight UTC after the due day. */
  readonly days: readonly Date[];
  /** The beginnings of the weeks, then the end of the last. */
  readonly weekBounds: readonly Date[];
  /** The Monday of each week, `YYYY-MM-DD`, oldest first. */
  readonly weeks: readonly string[];

  /** @param timeZone - IANA name */
  constructor(now: Date, timeZone: string) {
    const offsetAt = offsetsOf(timeZone);
    const local = now.getTime() + offsetAt(now.getTime());
    const today = local - (((local % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY);
    const dayAfter = (days: number): number => today + days * MS_PER_DAY;
    const begin = (day: number): Date => new Date(startOfDay(day, offsetAt));
    this.moments = [now, begin(dayAfter(8)), begin(dayAfter(31))];
    this.days = [dayAfter(1), dayAfter(9), dayAfter(32)].map((day) => new Date(day));
    const week = DAYS_PER_WEEK * MS_PER_DAY;
    const monday = today - ((((today - FIRST_MONDAY) % week) + week) % week);
    const mondays = Array.from(
      { length: SUMMARY_WEEKS + 1 },
      (_, index) => monday + (index + 1 - SUMMARY_WEEKS) * week,
    );
    this.weekBounds = mondays.map(begin);
    this.weeks = mondays.slice(0, -1).map((day) => new Date(day).toISOString().slice(0, 10));
  }

  /** @param after - when the action is overdue by UTC, see `overdueAfter` */
  windowOf(after: Date): DueWindow {
    const bounds = isWholeDay(after) ? this.days : this.moments;
    const index = bounds.findIndex((bound) => after < bound);
    return DUE_WINDOWS[index] ?? 'LATER';
  }
}
