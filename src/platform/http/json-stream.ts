import { once } from 'node:events';
import type { Response } from 'express';

/**
 * Sends a JSON array of entries that are JSON texts, in batches, as fast as the client reads.
 *
 * The first batch is awaited before anything is sent, so that a failure until then gets an ordinary error answer. A
 * later failure closes the connection, so that a partial array cannot look complete. Reading ends when the client
 * disconnects or takes too long.
 * @param open - starts the reading; the signal is aborted when the client is gone
 * @param maxMs - how long a client may take for the whole array; then it is cut off
 */
export async function sendJsonArray(
  open: (signal: AbortSignal) => AsyncIterable<readonly string[]>,
  response: Response,
  maxMs: number,
): Promise<void> {
  if (response.closed) return;
  const gone = new AbortController();
  const isGone = (): boolean => gone.signal.aborted;
  const onClose = (): void => gone.abort();
  response.once('close', onClose);
  const deadline = setTimeout(() => response.destroy(), maxMs);
  const batches = open(gone.signal)[Symbol.asyncIterator]();
  try {
    let next = await batches.next();
    if (isGone()) return;
    response.setHeader('Cache-Control', 'private, no-store');
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    let before = '[';
    for (; !next.done; next = await batches.next()) {
      if (!response.write(before + next.value.join(',')))
        await once(response, 'drain', { signal: gone.signal });
      if (isGone()) return;
      before = ',';
    }
    if (!isGone()) response.end(before === '[' ? '[]' : ']');
  } catch (error) {
    if (!isGone()) throw error;
  } finally {
    clearTimeout(deadline);
    response.off('close', onClose);
    await batches.return?.();
  }
}
