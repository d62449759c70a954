import { ValidationFailed } from '../../../shared-kernel/validation-failed.js';
import type { ValidationIssue } from '../../../shared-kernel/validation-issue.js';

/** Least and most value of each period. */
export const RETENTION_PERIODS = {
  leaversMonths: { least: 1, most: 120 },
  timesheetsYears: { least: 1, most: 30 },
  closedPlansYears: { least: 1, most: 30 },
  auditDays: { least: 30, most: 3_650 },
} as const;

export type RetentionPeriod = keyof typeof RETENTION_PERIODS;
export const RETENTION_PERIOD_NAMES = Object.keys(RETENTION_PERIODS) as RetentionPeriod[];

/** Periods after which a company has its data removed. One that is absent is off: nothing is removed. */
export interface RetentionSettings {
  /** Months after which a person who has left is erased. */
  readonly leaversMonths?: number | undefined;
  /** Years after which a timesheet entry is removed, by its start. */
  readonly timesheetsYears?: number | undefined;
  /** Years without a change after which a plan without open actions is removed. */
  readonly closedPlansYears?: number | undefined;
  /** Days after which an audit record is removed. */
  readonly auditDays?: number | undefined;
  /** Admins get a mail a week before something is removed; it is removed once a week then, not every day. */
  readonly warnByMail: boolean;
}

/** Those of a company that has set nothing. */
export const DEFAULT_RETENTION_SETTINGS: RetentionSettings = { warnByMail: false };

/** True if some data of the company is removed after a time. */
export function hasPeriod(settings: RetentionSettings): boolean {
  return RETENTION_PERIOD_NAMES.some((name) => settings[name] !== undefined);
}

/** @throws {ValidationFailed} naming each period and the rule that it violates, below `retention` */
export function checkRetention(settings: RetentionSettings): void {
  const issues = RETENTION_PERIOD_NAMES.flatMap((name) =>
    settings[name] === undefined
      ? []
      : periodIssues(name)(settings[name]).map((issue) => ({ ...issue, path: `retention.${name}` })),
  );
  if (issues.length > 0) throw new ValidationFailed(issues);
}

/** The rules that a value violates as a period. */
export function periodIssues(name: RetentionPeriod): (value: unknown) => ValidationIssue[] {
  const { least, most } = RETENTION_PERIODS[name];
  return (value) => {
    if (!Number.isInteger(value)) return [{ path: '', code: 'WRONG_TYPE', message: 'must be an integer' }];
    if ((value as number) >= least && (value as number) <= most) return [];
    return [{ path: '', code: 'OUT_OF_RANGE', message: `must be from ${least} to ${most}` }];
  };
}
