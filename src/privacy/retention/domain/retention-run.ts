import { MS_PER_DAY } from '../../../shared-kernel/date-time.js';
import { hasPeriod, type RetentionPeriod, type RetentionSettings } from './retention-settings.js';

/** Kinds of records that retention removes, in the order in which it does. */
export const RETAINED_KINDS = [
  'leavers',
  'timesheets',
  'closedPlans',
  'deletedPlans',
  'auditRecords',
] as const;
export type RetainedKind = (typeof RETAINED_KINDS)[number];

/** The period after which a kind is removed. */
export const PERIOD_OF: Readonly<Record<RetainedKind, RetentionPeriod>> = {
  leavers: 'leaversMonths',
  timesheets: 'timesheetsYears',
  closedPlans: 'closedPlansYears',
  deletedPlans: 'closedPlansYears',
  auditRecords: 'auditDays',
};

/** Numbers of records by their kind; a kind without any is left out. */
export type RetentionCounts = Readonly<Partial<Record<RetainedKind, number>>>;

/** A planned run of the retention of a company. */
export interface PlannedRun {
  readonly companyId: string;
  readonly settings: RetentionSettings;
  /** Data that is older than a period at this time is removed, however late the run begins: it was announced so. */
  readonly at: Date;
}

/** Time between two runs, and from a change of the settings to the first one. Admins are warned at its beginning. */
export function timeToNextRun(settings: RetentionSettings): number | undefined {
  if (!hasPeriod(settings)) return undefined;
  return (settings.warnByMail ? 7 : 1) * MS_PER_DAY;
}

/** The time before which records of a kind are removed by a run; undefined if they are kept. */
export function expiryOf(kind: RetainedKind, { settings, at }: PlannedRun): Date | undefined {
  const period = PERIOD_OF[kind];
  const length = settings[period];
  if (length === undefined) return undefined;
  if (period === 'auditDays') return new Date(at.getTime() - length * MS_PER_DAY);
  return monthsBefore(at, period === 'leaversMonths' ? length : 12 * length);
}

/** The same day and time of an earlier month in UTC, or its last day if it is shorter. */
function monthsBefore(at: Date, months: number): Date {
  const month = at.getUTCMonth() - months;
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const earlier = new Date(at);
  earlier.setUTCFullYear(at.getUTCFullYear(), month, Math.min(at.getUTCDate(), lastDay));
  return earlier;
}
