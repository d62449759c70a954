import { MS_PER_DAY, type DayOrMoment } from '../../shared-kernel/date-time.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';

/** Conditions of a list of records; all must hold. */
export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly operation?: string | undefined;
  /** Records of this time or later; a day begins at midnight UTC. */
  readonly since?: DayOrMoment | undefined;
  /** Records of this time or earlier; a day ends at midnight UTC. */
  readonly until?: DayOrMoment | undefined;
}

/** The first and the last moment of a period, both inclusive; times of records have milliseconds. */
export interface AuditPeriod {
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

/** @throws {InvalidAuditPeriod} when it ends before it begins */
export function periodOf({ since, until }: AuditFilter): AuditPeriod {
  const period = { since: since && startOf(since), until: until && endOf(until) };
  if (period.since && period.until && period.since > period.until) throw new InvalidAuditPeriod();
  return period;
}

/** A period that ends before it begins. */
export class InvalidAuditPeriod extends ValidationFailed {
  constructor() {
    super([{ path: 'since', code: 'DATES_DISAGREE', message: 'must not be after until' }]);
  }
}

function startOf(time: DayOrMoment): Date {
  return 'day' in time ? new Date(time.day) : time.moment;
}

function endOf(time: DayOrMoment): Date {
  return 'day' in time ? new Date(Date.parse(time.day) + MS_PER_DAY - 1) : time.moment;
}
