import { textIssues, type TextRules } from '../../shared-kernel/text.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { TimesheetEntry } from './timesheet-entry.js';

/** Limits of the texts of entries, in code points. */
export const TIMESHEET_LIMITS = {
  periodType: { maxLength: 100 },
  reason: { maxLength: 1_000 },
} as const satisfies Record<string, TextRules>;

/** Upper-case words, joined by underscores. */
export const PERIOD_TYPE_PATTERN = '^[A-Z][A-Z0-9_]*$';
const PERIOD_TYPE = new RegExp(PERIOD_TYPE_PATTERN);

const issue = (path: string, code: string, message: string): ValidationIssue => ({ path, code, message });

export function periodTypeIssues(value: unknown): ValidationIssue[] {
  const issues = textIssues(value, TIMESHEET_LIMITS.periodType);
  if (issues.length > 0 || PERIOD_TYPE.test(value as string)) return issues;
  return [issue('', 'PERIOD_TYPE', 'must be upper-case letters, digits and underscores, a letter first')];
}

/**
 * The invariants of entries: each names its employee, and nothing in it ends before it starts.
 * @throws {ValidationFailed} with paths like `[17].breaks[0].endTime`
 */
export function checkEntries(entries: readonly TimesheetEntry[]): void {
  const issues = entries.flatMap((entry, index) => entryIssues(entry, `[${index}].`));
  if (issues.length > 0) throw new ValidationFailed(issues);
}

function entryIssues(entry: TimesheetEntry, path: string): ValidationIssue[] {
  const issues = spanIssues(entry, path);
  for (const [index, change] of entry.changeHistory.entries()) {
    issues.push(...spanIssues(change, `${path}changeHistory[${index}].`));
  }
  if (entry.email === undefined && entry.externalId === undefined) {
    issues.push(issue(`${path}email`, 'REQUIRED', 'is required where externalId is not given'));
  }
  return issues;
}

interface Span {
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly breaks?: readonly Span[];
}

function spanIssues({ startTime, endTime, breaks = [] }: Span, path: string): ValidationIssue[] {
  const issues = breaks.flatMap((each, index) => spanIssues(each, `${path}breaks[${index}].`));
  // Date-times in UTC with milliseconds are ordered like their texts.
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) {
    issues.push(issue(`${path}endTime`, 'END_BEFORE_START', 'must not be before startTime'));
  }
  return issues;
}
