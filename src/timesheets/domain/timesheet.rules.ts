import { textIssues, type TextRules } from '../../shared-kernel/text.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { Break, ImportedEntry } from './timesheet-entry.js';

/** Limits of the texts of entries, in code points. */
export const TIMESHEET_LIMITS = {
  periodType: { maxLength: 100 },
  reason: { maxLength: 1_000 },
  timesheetExternalId: { maxLength: 255 },
} as const satisfies Record<string, TextRules>;

/** Most breaks of an entry that a request writes. */
export const MAX_TIMESHEET_BREAKS = 50;

/** Most earlier states of an entry that a request changes. */
export const MAX_TIMESHEET_CHANGES = 50;

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
export function checkEntries(entries: readonly ImportedEntry[]): void {
  const issues = entries.flatMap((entry, index) => entryIssues(entry, `[${index}].`));
  if (issues.length > 0) throw new ValidationFailed(issues);
}

type Checked = Pick<
  ImportedEntry,
  'email' | 'externalId' | 'startTime' | 'endTime' | 'breaks' | 'changeHistory'
>;

/**
 * The invariants of an entry that a request writes. An import takes breaks as they were recorded elsewhere; in others
 * they lie within the entry, and do not overlap.
 */
export function writtenEntryIssues(entry: Checked, path: string): ValidationIssue[] {
  const issues = entryIssues(entry, path);
  return issues.length > 0 ? issues : breakIssues(entry, path);
}

function breakIssues({ startTime, endTime, breaks }: Checked, path: string): ValidationIssue[] {
  const outside = breaks.flatMap((each, index) =>
    (['startTime', 'endTime'] as const).flatMap((name) => {
      const time = each[name];
      const isOutside = time !== undefined && (time < startTime || (endTime !== undefined && time > endTime));
      const message = 'must not be before or after the entry';
      return isOutside ? [issue(`${path}breaks[${index}].${name}`, 'OUTSIDE_OF_ENTRY', message)] : [];
    }),
  );
  return [...outside, ...overlapIssues(breaks, path)];
}

/** Breaks that begin while another one lasts. One without a start or an end is not compared. */
function overlapIssues(breaks: readonly Break[], path: string): ValidationIssue[] {
  const lasting = breaks
    .flatMap(({ startTime, endTime }, index) =>
      startTime === undefined || endTime === undefined ? [] : [{ startTime, endTime, index }],
    )
    .sort((one, other) => (one.startTime < other.startTime ? -1 : Number(one.startTime > other.startTime)));
  const issues: ValidationIssue[] = [];
  let lastEnd = '';
  for (const { startTime, endTime, index } of lasting) {
    if (startTime < lastEnd)
      issues.push(issue(`${path}breaks[${index}].startTime`, 'OVERLAPS', 'must not be within another break'));
    if (endTime > lastEnd) lastEnd = endTime;
  }
  return issues;
}

function entryIssues(entry: Checked, path: string): ValidationIssue[] {
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
