import { MAX_SYNC_BAD_PERCENT, MAX_SYNC_GROWTH, MAX_SYNC_ADDITIONS } from './sync.limits.js';

/** Limits for what a sync may do by itself. */
export interface Protection {
  /** People who may always be ended, and deleted ones who may always come back. */
  readonly minEnds: number;
  /** Share of the people of the source who may be ended, or come back. */
  readonly maxEndsPercent: number;
}

/**
 * The people whom a sync may end without being allowed to: of a small source no more than half, but one always.
 * @param people - of the source before
 */
export function allowedEnds({ minEnds, maxEndsPercent }: Protection, people: number): number {
  return Math.max(
    Math.min(minEnds, Math.max(Math.min(1, people), Math.floor(people / 2))),
    share(people, maxEndsPercent),
  );
}

/**
 * The deleted people whom a sync may bring back without being allowed to, and those whose external id or e-mail address
 * it may change.
 * @param people - of the source before
 */
export function allowedPeople({ minEnds, maxEndsPercent }: Protection, people: number): number {
  return Math.max(minEnds, share(people, maxEndsPercent));
}

/**
 * The new people whom a sync may add without being allowed to. The first list of a source may have any number.
 * @param people - of the source before
 */
export function allowedAdditions(people: number): number {
  return people === 0 ? Infinity : Math.max(MAX_SYNC_ADDITIONS, people * MAX_SYNC_GROWTH);
}

function share(people: number, percent: number): number {
  return Math.floor((people * percent) / 100);
}

/** The bad rows that a sync may leave out without being allowed to. @param rows - of the list */
export function allowedBadRows(rows: number): number {
  return Math.floor((rows * MAX_SYNC_BAD_PERCENT) / 100);
}
