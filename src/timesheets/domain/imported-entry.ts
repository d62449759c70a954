import { parseDateTime } from '../../shared-kernel/date-time.js';
import { newId } from '../../shared-kernel/id.js';
import { below, type Rule } from '../../shared-kernel/shape.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import type { Break, Change, DeletedTimesheetEntry, TimesheetEntry } from './timesheet-entry.js';
import { InvalidTimesheets } from './timesheet.errors.js';
import { deletedEntryRule, liveEntryRule } from './timesheet.rules.js';

/** A record whose properties have been checked; absent ones may be null. */
type Checked<T> = { readonly [Property in keyof T]?: Raw<T[Property]> | null };
type Raw<T> = T extends readonly (infer Entry)[] ? readonly Checked<Entry>[] : T;

/**
 * Live entries from records in the shape in which the API returns them.
 * @throws {InvalidTimesheets} with all issues, by paths like `[17].breaks[0].endTime`
 */
export function importLiveEntries(records: readonly unknown[]): TimesheetEntry[] {
  check(records, liveEntryRule);
  return (records as readonly Checked<TimesheetEntry>[]).map((record) => ({
    ...recorded(record),
    active: record.active ?? undefined,
  }));
}

/**
 * Deleted entries from records in the shape in which the API returns them.
 * @throws {InvalidTimesheets} with all issues, by paths like `[17].deletedAt`
 */
export function importDeletedEntries(records: readonly unknown[]): DeletedTimesheetEntry[] {
  check(records, deletedEntryRule);
  return (records as readonly Checked<DeletedTimesheetEntry>[]).map((record) => ({
    ...recorded(record),
    originalTimesheetId: record.originalTimesheetId ?? undefined,
    deletedAt: moment(record.deletedAt) as string,
    deletedBy: record.deletedBy ?? undefined,
    deletedReason: record.deletedReason ?? undefined,
  }));
}

function check(records: readonly unknown[], rule: Rule): void {
  const issues: ValidationIssue[] = [];
  records.forEach((record, index) => {
    const found = rule(record);
    if (found.length > 0) issues.push(...below(`[${index}]`, found));
  });
  if (issues.length > 0) throw new InvalidTimesheets(issues);
}

function recorded(record: Checked<TimesheetEntry>): TimesheetEntry {
  return {
    id: record.id ?? newId(),
    email: record.email ?? undefined,
    externalId: record.externalId ?? undefined,
    timeZone: record.timeZone ?? undefined,
    startTime: moment(record.startTime) as string,
    endTime: moment(record.endTime),
    breaks: (record.breaks ?? []).map(toBreak),
    periodType: record.periodType ?? undefined,
    changeHistory: (record.changeHistory ?? []).map(toChange),
  };
}

function toBreak({ startTime, endTime, duration }: Checked<Break>): Break {
  return { startTime: moment(startTime), endTime: moment(endTime), duration: duration ?? undefined };
}

function toChange(record: Checked<Change>): Change {
  const { email, externalId } = (record.changedBy ?? {}) as Checked<{ email: string; externalId: string }>;
  return {
    startTime: moment(record.startTime),
    endTime: moment(record.endTime),
    breaks: (record.breaks ?? []).map(toBreak),
    periodType: record.periodType ?? undefined,
    changeReason: record.changeReason ?? undefined,
    changedBy: record.changedBy
      ? { email: email ?? undefined, externalId: externalId ?? undefined }
      : undefined,
    changedAt: moment(record.changedAt),
  };
}

function moment(text: string | null | undefined): string | undefined {
  return typeof text === 'string' ? parseDateTime(text)?.toISOString() : undefined;
}
