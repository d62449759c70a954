import {
  addDays,
  calendarDay,
  localDay,
  momentOf,
  type Day,
  type Weekday,
} from '../../shared-kernel/local-days.js';
import { digestDay, isMorning, reminderOf, type Mornings, type Reminder } from './reminder-rules.js';

/** A company as the planner of mails sees it. */
export interface RemindingCompany {
  readonly companyId: string;
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  /** BCP 47 tag, for people without a user. */
  readonly language: string;
  /** Of a morning, 0 to 23. */
  readonly hour: number;
  readonly weekdays: readonly Weekday[];
  /** Null while the company wants none. */
  readonly remindersSince: Date | null;
  readonly digestSince: Date | null;
  /** The last morning and the last digest whose mails are planned; null since they were turned on. */
  readonly plannedMorning: Day | null;
  readonly plannedDigest: Day | null;
}

/** Of a digest. */
const DIGEST_HOUR = 8;

/** A service that was down for longer reminds only of what belongs to the last days. */
const MOST_DAYS = 7;

/** The day of the last morning that has begun. */
function lastMorning({ timeZone, hour, weekdays }: RemindingCompany, at: Date): Day {
  const today = localDay(at, timeZone);
  for (let days = 0; ; days++) {
    const day = addDays(today, -days);
    if (isMorning(day, weekdays) && momentOf(day, hour, timeZone) <= at) return day;
  }
}

/** The mornings whose mails are due; more than one after the service was down. */
export function dueMornings(company: RemindingCompany, at: Date): Mornings | undefined {
  const { remindersSince } = company;
  if (!remindersSince || remindersSince > at) return undefined;
  const through = lastMorning(company, at);
  const after = lastPlanned(company, remindersSince, through);
  return after < through ? { after, through } : undefined;
}

/** The day of the digest that is due. A digest that is missed is sent until its week ends. */
export function dueDigest(company: RemindingCompany, at: Date): Day | undefined {
  const { digestSince, plannedDigest, timeZone, weekdays } = company;
  if (!digestSince) return undefined;
  const day = digestDay(localDay(at, timeZone), weekdays);
  const moment = momentOf(day, DIGEST_HOUR, timeZone);
  const isNew = moment >= digestSince && (plannedDigest === null || day > plannedDigest);
  return isNew && moment <= at ? day : undefined;
}

/** The moment of the digest that follows the morning of the same day; undefined if none does. */
export function digestAfter(company: RemindingCompany, morning: Day): Date | undefined {
  const { digestSince, plannedDigest, timeZone, weekdays } = company;
  if (!digestSince || plannedDigest === morning || digestDay(morning, weekdays) !== morning) return undefined;
  const moment = momentOf(morning, DIGEST_HOUR, timeZone);
  return moment >= digestSince ? moment : undefined;
}

/** The mornings of the reminders in a digest before the morning of its day. */
export function morningsBefore(company: RemindingCompany, digest: Day): Mornings | undefined {
  const { remindersSince } = company;
  if (!remindersSince) return undefined;
  const after = lastPlanned(company, remindersSince, digest);
  return after < digest ? { after, through: digest } : undefined;
}

/** The reminder of an open action that belongs to some mornings of a company. */
export function reminderFor(
  { dueDate, storedAt }: { readonly dueDate: Date; readonly storedAt: Date },
  mornings: Mornings,
  { timeZone, weekdays }: RemindingCompany,
): Reminder | undefined {
  const days = { dueDay: calendarDay(dueDate, timeZone), storedDay: localDay(storedAt, timeZone) };
  return reminderOf(days, mornings, weekdays);
}

/** When a service that runs without interruption sends the mails of a day. Readers of the digest get that mail only. */
export function mailTimes(company: RemindingCompany, day: Day): { morning?: Date; digest?: Date } {
  const { remindersSince, hour, timeZone, weekdays } = company;
  if (!isMorning(day, weekdays)) return {};
  const morning = momentOf(day, hour, timeZone);
  const digest = digestAfter({ ...company, plannedDigest: null }, day);
  return {
    ...(remindersSince && remindersSince < morning && { morning }),
    ...(digest && { digest }),
  };
}

/** The last morning that needs no mail. */
function lastPlanned(company: RemindingCompany, since: Date, through: Day): Day {
  const planned = company.plannedMorning ?? lastMorning(company, since);
  const earliest = addDays(through, -MOST_DAYS);
  return planned > earliest ? planned : earliest;
}
