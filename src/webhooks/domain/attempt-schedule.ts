const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Time before each attempt, in milliseconds. */
const DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** Each delay is up to this part longer or shorter, so that messages that failed together are not sent together. */
const JITTER = 0.2;

/** Longest time that a receiver can ask for, in milliseconds. */
const MAX_RETRY_AFTER_MS = 10 * HOUR_MS;

/** Attempts of a message, the first one with them. */
export const MAX_MESSAGE_ATTEMPTS = 8;

/**
 * Time until the next attempt, in milliseconds; undefined when no attempt is left.
 * @param attempts - that were made
 * @param retryAfterMs - for which the receiver asks to be left alone
 * @param random - from 0 to 1
 */
export function delayAfter(
  attempts: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  const delay = DELAYS_MS[attempts];
  if (delay === undefined || attempts >= MAX_MESSAGE_ATTEMPTS) return undefined;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
}
