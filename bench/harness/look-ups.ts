import { setTimeout as sleep } from 'node:timers/promises';
import type { Company } from '../data/wes.js';
import type { Service } from './service-process.js';

export const LOOK_UP_PAUSE_MS = 20;

/** Times of look-ups of the session's user, in milliseconds and ascending, while something is done. */
export async function lookUpsDuring(
  { baseUrl }: Service,
  { session }: Company,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      const begun = performance.now();
      await (await fetch(`${baseUrl}/api/v1/company/me`, { headers: session })).text();
      times.push(performance.now() - begun);
      await sleep(LOOK_UP_PAUSE_MS);
    }
  })();
  try {
    await work();
  } finally {
    over.abort();
    await asking;
  }
  return times.sort((one, other) => one - other);
}
