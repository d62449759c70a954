import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** An attempt may take milliseconds of the processor that it waits for. */
const LONGEST_PAUSE_MS = 50;
/** Limits are those of an idle machine with two cores: a busy or slow one takes a few times as long. */
const PATIENCE = 4;
/** Within the time of a test. */
const LONGEST_PATIENCE_MS = 150_000;

/**
 * Repeats an attempt until it succeeds.
 * @param limitMs - how long it may fail on an idle machine; after a few times as long, its last error is thrown
 */
export async function eventually<T>(attempt: () => T | Promise<T>, limitMs = 60_000): Promise<T> {
  const patience = Math.max(limitMs, Math.min(PATIENCE * limitMs, LONGEST_PATIENCE_MS));
  const deadline = performance.now() + patience;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(1.2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(pauseMs);
    }
  }
}
