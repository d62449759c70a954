import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Repeats a result for some milliseconds, so that frequent callers cost no more than one. It is loaded after the other
 * metrics of the scrape have been collected, so that they do not count the loading itself.
 */
export function repeatFor<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (latest === undefined || now - latest.at > milliseconds)
      latest = { at: now, result: nextTurn().then(load) };
    return latest.result;
  };
}
