import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { InvalidPeriod } from './timesheet.errors.js';

/** From when to when entries have started, both ends inclusive; days are those of the company's time zone. */
export interface Period {
  readonly dateFrom?: DayOrMoment | undefined;
  readonly dateTo?: DayOrMoment | undefined;
}

/**
 * The order of a day and a moment depends on the time zone of the company and is not checked.
 * @throws {InvalidPeriod} when it ends before it begins whatever the time zone
 */
export function checkPeriod({ dateFrom, dateTo }: Period): void {
  if (!dateFrom || !dateTo || isMixed({ dateFrom, dateTo })) return;
  if (valueOf(dateFrom) > valueOf(dateTo)) throw new InvalidPeriod();
}

/** True if one end is a day and the other a moment. */
export function isMixed({ dateFrom, dateTo }: Period): boolean {
  return dateFrom !== undefined && dateTo !== undefined && 'day' in dateFrom !== 'day' in dateTo;
}

/** Days and moments compare as texts: years have four digits. */
function valueOf(end: DayOrMoment): string {
  return 'day' in end ? end.day : end.moment.toISOString();
}
