import { dateTimeIssues, parseDateTime } from '../../shared-kernel/date-time.js';
import { emailIssues } from '../../shared-kernel/email.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { idIssues } from '../../shared-kernel/id.js';
import { int32Issues } from '../../shared-kernel/int32.js';
import {
  arrayOf,
  flag,
  isRecord,
  objectOf,
  required,
  type Rule,
  type Shape,
} from '../../shared-kernel/shape.js';
import { filledTextIssues, textIssues, type TextRules } from '../../shared-kernel/text.js';
import { timeZoneIssues } from '../../shared-kernel/time-zone.js';

/** Limits of the texts of entries (decisions 1.8), in code points. */
export const TIMESHEET_LIMITS = {
  externalId: { maxLength: 255 },
  periodType: { maxLength: 100 },
  reason: { maxLength: 1_000 },
  /** Ids that other systems may have made. */
  reference: { maxLength: 255 },
} as const satisfies Record<string, TextRules>;

/** Upper-case words, joined by underscores (decisions 10). */
export const PERIOD_TYPE_PATTERN = '^[A-Z][A-Z0-9_]*$';
const PERIOD_TYPE = new RegExp(PERIOD_TYPE_PATTERN);

const issue = (path: string, code: string, message: string): ValidationIssue => ({ path, code, message });

const text =
  (rules: TextRules): Rule =>
  (value) =>
    textIssues(value, rules);

const filled =
  (rules: TextRules): Rule =>
  (value) =>
    filledTextIssues(value, rules);

const duration: Rule = (value) => {
  const issues = int32Issues(value);
  if (issues.length > 0 || (value as number) >= 0) return issues;
  return [issue('', 'OUT_OF_RANGE', 'must be at least 0')];
};

const periodType: Rule = (value) => {
  const issues = textIssues(value, TIMESHEET_LIMITS.periodType);
  if (issues.length > 0 || PERIOD_TYPE.test(value as string)) return issues;
  return [issue('', 'PERIOD_TYPE', 'must be upper-case letters, digits and underscores, a letter first')];
};

/** The form in which the service writes moments: their order is that of the texts. */
const ANSWERED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An object of a shape that does not end before it starts. */
function timeSpan(shape: Shape): Rule {
  const isShaped = objectOf(shape);
  return (value) => {
    const issues = isShaped(value);
    return endsBeforeStart(value)
      ? [...issues, issue('endTime', 'END_BEFORE_START', 'must not be before startTime')]
      : issues;
  };
}

function endsBeforeStart(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { startTime, endTime } = value;
  if (typeof startTime !== 'string' || typeof endTime !== 'string') return false;
  if (ANSWERED.test(startTime) && ANSWERED.test(endTime)) return endTime < startTime;
  const [start, end] = [parseDateTime(startTime), parseDateTime(endTime)];
  return start !== undefined && end !== undefined && end < start;
}

const TIMES = { startTime: dateTimeIssues, endTime: dateTimeIssues };
const breaks = arrayOf(timeSpan({ ...TIMES, duration }));
const person = { email: emailIssues, externalId: filled(TIMESHEET_LIMITS.externalId) };

const change = timeSpan({
  ...TIMES,
  breaks,
  periodType,
  changeReason: text(TIMESHEET_LIMITS.reason),
  changedBy: objectOf(person),
  changedAt: dateTimeIssues,
});

const ENTRY = {
  id: idIssues,
  ...person,
  timeZone: timeZoneIssues,
  startTime: required(dateTimeIssues),
  endTime: dateTimeIssues,
  breaks,
  periodType,
  changeHistory: arrayOf(change),
} satisfies Shape;

/** An entry says whose it is. */
function belongsToSomebody(isShaped: Rule): Rule {
  return (value) => {
    const issues = isShaped(value);
    const belongs = !isRecord(value) || isGiven(value['email']) || isGiven(value['externalId']);
    if (belongs) return issues;
    return [...issues, issue('email', 'REQUIRED', 'is required where externalId is not given')];
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The rule of a live entry in the shape in which the API returns it. */
export const liveEntryRule = belongsToSomebody(timeSpan({ ...ENTRY, active: flag }));

/** The rule of a deleted entry in the shape in which the API returns it. */
export const deletedEntryRule = belongsToSomebody(
  timeSpan({
    ...ENTRY,
    originalTimesheetId: filled(TIMESHEET_LIMITS.reference),
    deletedAt: required(dateTimeIssues),
    deletedBy: filled(TIMESHEET_LIMITS.reference),
    deletedReason: text(TIMESHEET_LIMITS.reason),
  }),
);
