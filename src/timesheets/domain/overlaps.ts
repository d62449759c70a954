import { foldEmail } from '../../shared-kernel/folding.js';
import type { TimesheetEntry } from './timesheet-entry.js';

/** An entry that ends, and the keys of its person. */
export interface WorkedPeriod {
  readonly id: string;
  /** Date-times in UTC with milliseconds. */
  readonly startTime: string;
  readonly endTime: string;
  readonly emailKey?: string | undefined;
  readonly externalId?: string | undefined;
}

/** The periods of entries. One that has no end, or lasts for no time, has none, so that it overlaps with nothing. */
export function workedPeriods(entries: readonly TimesheetEntry[]): WorkedPeriod[] {
  return entries.flatMap(({ id, startTime, endTime, email, externalId }) =>
    endTime === undefined || endTime === startTime
      ? []
      : [
          {
            id,
            startTime,
            endTime,
            emailKey: email === undefined ? undefined : foldEmail(email),
            externalId,
          },
        ],
  );
}

/** The ids of periods that overlap with another one of the same person. */
export function overlappingAmong(periods: readonly WorkedPeriod[]): Set<string> {
  const found = new Set<string>();
  for (const name of ['emailKey', 'externalId'] as const) {
    const keyed = periods.flatMap((period) => {
      const key = period[name];
      return key === undefined ? [] : [{ ...period, key }];
    });
    let latest: (typeof keyed)[number] | undefined;
    for (const period of keyed.toSorted(byPersonAndStart)) {
      if (latest?.key === period.key && period.startTime < latest.endTime)
        found.add(period.id).add(latest.id);
      if (latest?.key !== period.key || period.endTime > latest.endTime) latest = period;
    }
  }
  return found;
}

interface Keyed {
  readonly key: string;
  readonly startTime: string;
}

function byPersonAndStart(one: Keyed, other: Keyed): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  return one.startTime < other.startTime ? -1 : Number(one.startTime > other.startTime);
}
