import { languageTagIssues } from '../../shared-kernel/language-tag.js';
import { WEEKDAYS, type Weekday } from '../../shared-kernel/local-days.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';

/** Last hour of a day. */
export const LAST_HOUR = 23;

/** The mails that a company sends about plans, and their time in the time zone of the company. */
export interface ReminderSettings {
  /** Mails to people who are assigned to actions: of the assignment, and before and after the due date. */
  readonly reminders: boolean;
  /** The weekly mail to managers, at 08:00 on the first of the weekdays from Monday on. */
  readonly digest: boolean;
  /** BCP 47 tag of the language of mails to people without a user. */
  readonly language: string;
  /** Reminders of due dates are sent at this hour, from 0 to 23. */
  readonly hour: number;
  /** Reminders of due dates are sent on these days: at least one, each once, in the order of a week. */
  readonly weekdays: readonly Weekday[];
}

/** Those of a company that has set nothing. */
export const DEFAULT_REMINDER_SETTINGS: ReminderSettings = {
  reminders: false,
  digest: false,
  language: 'en',
  hour: 9,
  weekdays: WEEKDAYS.slice(0, 5),
};

/**
 * The settings after a change of some of them, with the weekdays in the order of a week.
 * @throws {ValidationFailed} naming each property and the rule that it violates
 */
export function changeReminderSettings(
  before: ReminderSettings,
  { reminders, digest, language, hour, weekdays }: Partial<ReminderSettings>,
): ReminderSettings {
  const issues = [
    ...(language === undefined ? [] : at('language', languageTagIssues(language))),
    ...(hour === undefined ? [] : at('hour', hourIssues(hour))),
    ...(weekdays === undefined ? [] : at('weekdays', weekdaysIssues(weekdays))),
  ];
  if (issues.length > 0) throw new ValidationFailed(issues);
  return {
    reminders: reminders ?? before.reminders,
    digest: digest ?? before.digest,
    language: language ?? before.language,
    hour: hour ?? before.hour,
    weekdays: weekdays === undefined ? before.weekdays : WEEKDAYS.filter((day) => weekdays.includes(day)),
  };
}

/** The rules that a value violates as an hour. */
export function hourIssues(value: unknown): ValidationIssue[] {
  if (!Number.isInteger(value)) return [wrongType('must be an integer')];
  const isHour = (value as number) >= 0 && (value as number) <= LAST_HOUR;
  return isHour ? [] : [{ path: '', code: 'OUT_OF_RANGE', message: `must be from 0 to ${LAST_HOUR}` }];
}

/** The rules that a value violates as a list of weekdays. */
export function weekdaysIssues(value: unknown): ValidationIssue[] {
  if (!Array.isArray(value)) return [wrongType('must be an array')];
  const days: readonly unknown[] = value;
  if (days.length === 0) return [{ path: '', code: 'TOO_FEW', message: 'must have at least 1 entry' }];
  // A week has so few days that a longer list is not searched for its errors.
  if (days.length > WEEKDAYS.length)
    return [{ path: '', code: 'TOO_MANY', message: `must have at most ${WEEKDAYS.length} entries` }];
  return days.flatMap((day, index) => {
    const path = `[${index}]`;
    if (!WEEKDAYS.some((known) => known === day))
      return [{ path, code: 'NOT_ALLOWED', message: `must be one of ${WEEKDAYS.join(', ')}` }];
    if (days.indexOf(day) === index) return [];
    return [{ path, code: 'NOT_UNIQUE', message: 'must not occur twice' }];
  });
}

function wrongType(message: string): ValidationIssue {
  return { path: '', code: 'WRONG_TYPE', message };
}

function at(property: string, issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: property + issue.path }));
}
