import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './stage.js';

const PAUSE_MS = 1_000;

/** The probe of benches that call {@link heldDuring}. */
export const HELD_MEMORY_PROBE = new URL('./held-memory-probe.mjs', import.meta.url);

/**
 * MiB that the service holds during some work beyond what it held before. Resident memory also has garbage, which V8
 * leaves until there is more of it, and collections make the work slower: times are measured without them.
 */
export async function heldDuring(stage: Stage, work: () => Promise<unknown>): Promise<number> {
  const before = await stage.askService<number>();
  let most = before;
  const over = new AbortController();
  const working = work().finally(() => over.abort());
  const looking = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await stage.askService<number>());
      await sleep(PAUSE_MS);
    }
  })();
  await Promise.all([working, looking]);
  return most - before;
}
