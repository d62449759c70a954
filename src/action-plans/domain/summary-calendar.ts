import { isWholeDay } from '../../shared-kernel/date-time.js';
import { addDays, localDay, mondayOf, momentOf } from '../../shared-kernel/local-days.js';

/** Weeks of a summary, the current one included. */
export const SUMMARY_WEEKS = 12;

/** The parts of the time in which an action may be due, in their order. */
export const DUE_WINDOWS = ['OVERDUE', 'IN_7_DAYS', 'IN_30_DAYS', 'LATER'] as const;
export type DueWindow = (typeof DUE_WINDOWS)[number];

/** The first times at which `overdueAfter` is not past: of a due date without a time, and of one with a time. */
export function overdueBounds(now: Date, timeZone: string): readonly [day: Date, moment: Date] {
  return [new Date(addDays(localDay(now, timeZone), 1)), now];
}

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
    const today = localDay(now, timeZone);
    const begin = (day: string): Date => momentOf(day, 0, timeZone);
    const [day, moment] = overdueBounds(now, timeZone);
    this.moments = [moment, begin(addDays(today, 8)), begin(addDays(today, 31))];
    this.days = [day, ...[9, 32].map((days) => new Date(addDays(today, days)))];
    const mondays = Array.from({ length: SUMMARY_WEEKS + 1 }, (_, index) =>
      addDays(mondayOf(today), (index + 1 - SUMMARY_WEEKS) * 7),
    );
    this.weekBounds = mondays.map(begin);
    this.weeks = mondays.slice(0, -1);
  }

  /** @param after - when the action is overdue by UTC, see `overdueAfter` */
  windowOf(after: Date): DueWindow {
    const bounds = isWholeDay(after) ? this.days : this.moments;
    const index = bounds.findIndex((bound) => after < bound);
    return DUE_WINDOWS[index] ?? 'LATER';
  }
}
