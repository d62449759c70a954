/** Repeats a result for some milliseconds, so that frequent callers cost no more than one. */
export function repeatFor<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (latest === undefined || now - latest.at > milliseconds) latest = { at: now, result: load() };
    return latest.result;
  };
}
