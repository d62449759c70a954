import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** An attempt may take milliseconds of the processor that it waits for. */
const LONGEST_PAUSE_MS = 50;

/**
 * Repeats an attempt until it succeeds.
 * @param limitMs - how long it may fail; then its last error is thrown
 */
export async function eventually<T>(attempt: () => T | Promise<T>, limitMs = 60_000): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(1.2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(pauseMs);
    }
  }
}
