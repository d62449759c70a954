import { setTimeout as sleep } from 'node:timers/promises';
import { LeaseLost } from './jobs.js';

/** Pause between two tries. */
const PAUSE_MS = 200;

/**
 * Tries again what must be recorded because only this process knows it, like a mail that was accepted.
 * @throws the last error after `limitMs`, and {@link LeaseLost} at once
 */
export async function keepTrying(record: () => Promise<void>, limitMs: number): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    try {
      await record();
      return;
    } catch (error) {
      if (error instanceof LeaseLost || performance.now() > giveUpAt) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
