import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 10;

/**
 * Repeats an attempt until it succeeds.
 * @param limitMs - how long it may fail; then its last error is thrown
 */
export async function eventually<T>(attempt: () => T | Promise<T>, limitMs = 60_000): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
