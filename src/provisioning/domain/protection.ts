import { MAX_SYNC_BAD_PERCENT } from './sync.limits.js';

/** Limits for what a sync may do by itself. */
export interface Protection {
  /** People who may always be ended, and deleted ones who may always come back. */
  readonly minEnds: number;
  /** Share of the people of the source who may be ended, or come back. */
  readonly maxEndsPercent: number;
}

/**
 * The people whom a sync may end without being allowed to, and the deleted ones whom it may bring back.
 * @param people - of the source before
 */
export function allowedPeople({ minEnds, maxEndsPercent }: Protection, people: number): number {
  return Math.max(minEnds, Math.floor((people * maxEndsPercent) / 100));
}

/** The bad rows that a sync may leave out without being allowed to. @param rows - of the list */
export function allowedBadRows(rows: number): number {
  return Math.floor((rows * MAX_SYNC_BAD_PERCENT) / 100);
}
