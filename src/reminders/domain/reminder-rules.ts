import { addDays, mondayOf, weekdayOf, type Day, type Weekday } from '../../shared-kernel/local-days.js';

/** The days of an action that its reminders follow from, in the time zone of the company. */
export interface RemindedDays {
  readonly dueDay: Day;
  /** On which the action was made, imported or restored. */
  readonly storedDay: Day;
}

/** Mornings, without the first one. */
export interface Mornings {
  readonly after: Day;
  readonly through: Day;
}

/** People get a mail about assignments when nothing was assigned to them for this long. */
export const QUIET_MS = 60_000;

export type Reminder = 'dueSoon' | 'overdue';

/** Days from the morning on which people are reminded to the due day. */
const DAYS_BEFORE = 2;

/** Weeks from the first morning after the due day to the reminders of an overdue action. */
const WEEKS_OVERDUE = [0, 1, 2];

/** The longest time from a due day to a reminder before it and after it, with up to six days without a morning. */
const DAYS_AROUND = { before: DAYS_BEFORE + 6, after: 1 + 6 + 14 };

/**
 * The reminder of an open action that belongs to some mornings, which are one unless the service was down. An action
 * that has become due meanwhile is not due soon, and what was due before it was stored is not reminded of.
 * @param weekdays - on which there are mornings
 */
export function reminderOf(
  { dueDay, storedDay }: RemindedDays,
  { after, through }: Mornings,
  weekdays: readonly Weekday[],
): Reminder | undefined {
  const isIncluded = (morning: Day): boolean => morning > after && morning <= through;
  if (dueDay < through) {
    if (storedDay > dueDay) return undefined;
    const first = morningFrom(addDays(dueDay, 1), weekdays, 1);
    return WEEKS_OVERDUE.some((weeks) => isIncluded(addDays(first, 7 * weeks))) ? 'overdue' : undefined;
  }
  const soon = addDays(dueDay, -DAYS_BEFORE);
  if (storedDay > soon) return undefined;
  const morning = morningFrom(soon, weekdays, -1);
  return storedDay <= morning && isIncluded(morning) ? 'dueSoon' : undefined;
}

/** The due dates that reminders of some mornings may have, in all time zones. */
export function dueAround({ after, through }: Mornings): { from: Date; until: Date } {
  const margin = 2;
  const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);
  return {
    from: startOf(addDays(after, -DAYS_AROUND.after - margin)),
    until: startOf(addDays(through, DAYS_AROUND.before + margin)),
  };
}

export function isMorning(day: Day, weekdays: readonly Weekday[]): boolean {
  return weekdays.includes(weekdayOf(day));
}

/** The day of the digest in a day's week: the first one with a morning. */
export function digestDay(day: Day, weekdays: readonly Weekday[]): Day {
  return morningFrom(mondayOf(day), weekdays, 1);
}

/** The next day with a morning, which may be the day itself. @param step - 1 or -1 day */
function morningFrom(day: Day, weekdays: readonly Weekday[], step: 1 | -1): Day {
  for (let days = 0; days < 7; days++) {
    const candidate = addDays(day, days * step);
    if (isMorning(candidate, weekdays)) return candidate;
  }
  throw new Error('There is no weekday with a morning.');
}
