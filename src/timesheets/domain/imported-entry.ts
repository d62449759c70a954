import { parseDateTime } from '../../shared-kernel/date-time.js';
import type { ValidationIssue } from '../../shared-kernel/validation-issue.js';
import { below, type Rule } from '../../shared-kernel/shape.js';
import type { Break, Change, DeletedEntry, LiveEntry } from './timesheet-entry.js';
import { InvalidTimesheets } from './timesheet.errors.js';
import { deletedEntryRule, liveEntryRule } from './timesheet.rules.js';

/** A record whose members have been checked; absent ones may be null. */
type Checked<T> = { readonly [Member in keyof T]?: Raw<T[Member]> | null };
type Raw<T> = T extends Date ? string : T extends readonly (infer Entry)[] ? readonly Checked<Entry>[] : T;

/**
 * Live entries from records in the shape in which the API returns them.
 * @throws {InvalidTimesheets} naming every broken rule, by paths like `[17].breaks[0].endTime`
 */
export function importLiveEntries(records: readonly unknown[]): LiveEntry[] {
  check(records, liveEntryRule);
  return (records as readonly Checked<LiveEntry>[]).map((record) => ({
    ...recorded(record),
    active: record.active ?? undefined,
  }));
}

/**
 * Deleted entries from records in the shape in which the API returns them.
 * @throws {InvalidTimesheets} naming every broken rule, by paths like `[17].deletedAt`
 */
export function importDeletedEntries(records: readonly unknown[]): DeletedEntry[] {
  check(records, deletedEntryRule);
  return (records as readonly Checked<DeletedEntry>[]).map((record) => ({
    ...recorded(record),
    originalTimesheetId: record.originalTimesheetId ?? undefined,
    deletedAt: moment(record.deletedAt) as Date,
    deletedBy: record.deletedBy ?? undefined,
    deletedReason: record.deletedReason ?? undefined,
  }));
}

function check(records: readonly unknown[], rule: Rule): void {
  const issues: ValidationIssue[] = [];
  records.forEach((record, index) => {
    const broken = rule(record);
    if (broken.length > 0) issues.push(...below(`[${index}]`, broken));
  });
  if (issues.length > 0) throw new InvalidTimesheets(issues);
}

function recorded(record: Checked<LiveEntry>): LiveEntry {
  return {
    id: record.id ?? undefined,
    email: record.email ?? undefined,
    externalId: record.externalId ?? undefined,
    timeZone: record.timeZone ?? undefined,
    startTime: moment(record.startTime) as Date,
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
    changedBy: record.changedBy ? { ...(email && { email }), ...(externalId && { externalId }) } : undefined,
    changedAt: moment(record.changedAt),
  };
}

function moment(text: string | null | undefined): Date | undefined {
  return typeof text === 'string' ? parseDateTime(text) : undefined;
}
