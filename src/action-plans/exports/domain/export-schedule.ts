/** An attempt that has not renewed its lease for this long counts as dead. */
export const EXPORT_LEASE_MS = 15_000;

/** How often an attempt renews its lease: two renewals may be late or lost. */
export const EXPORT_RENEWAL_MS = 5_000;

const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/** Delays are lengthened at random by up to this share, so that exports that failed together are not retried together. */
const JITTER = 0.25;

/** Most attempts of one export. With the delays below the last comes more than 24 hours after the first. */
export const MAX_EXPORT_ATTEMPTS = 110;

/**
 * The least time from one attempt to the next: 5 s, doubling up to 15 minutes. Longer than a mail server's restart
 * at first, and never so long that people wait for an hour after it is back.
 * @param attempts - how many there have been, from 1
 * @param chance - random number from 0 to 1; lengthens the delay by up to a quarter
 * @returns milliseconds
 */
export function retryDelayMs(attempts: number, chance: number): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return Math.round(delay * (1 + JITTER * chance));
}
