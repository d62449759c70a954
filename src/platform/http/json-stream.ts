import type { Response } from 'express';

/** An answer that is sent while it is made. */
export interface StreamedAnswer {
  /** Starts the reading; the signal is aborted when the client is gone. */
  readonly open: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
  /** Longest time in which a client reads the whole answer; then it is cut off. */
  readonly maxMs: number;
}

/**
 * Sends a JSON array of entries that are JSON texts, in batches, as {@link sendStream} sends it.
 * @param open - starts the reading; the signal is aborted when the client is gone
 * @param maxMs - how long a client may take for the whole array; then it is cut off
 */
export function sendJsonArray(
  open: (signal: AbortSignal) => AsyncIterable<readonly string[]>,
  response: Response,
  maxMs: number,
): Promise<void> {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return sendStream({ open: (signal) => arrayOf(open(signal)), headers, maxMs }, response);
}

async function* arrayOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const batch of batches) {
    yield before + batch.join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/**
 * Sends an answer piece by piece, as fast as the client reads.
 *
 * The first piece is awaited before anything is sent, so that a failure until then gets an ordinary error answer. A
 * later failure closes the connection, so that a part cannot look complete. Reading ends when the client disconnects or
 * takes too long.
 */
export async function sendStream(
  { open, headers, maxMs }: StreamedAnswer,
  response: Response,
): Promise<void> {
  if (response.closed) return;
  const gone = new AbortController();
  const isGone = (): boolean => gone.signal.aborted;
  const onClose = (): void => gone.abort();
  response.once('close', onClose);
  const deadline = setTimeout(() => response.destroy(), maxMs);
  const drain = new Drain(response);
  const pieces = open(gone.signal)[Symbol.asyncIterator]();
  try {
    let next = await pieces.next();
    if (isGone()) return;
    response.setHeader('Cache-Control', 'private, no-store');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    for (; !next.done; next = await pieces.next()) {
      if (!response.write(next.value)) await drain.next();
      if (isGone()) return;
    }
    if (!isGone()) response.end();
  } catch (error) {
    if (!isGone()) throw error;
  } finally {
    clearTimeout(deadline);
    response.off('close', onClose);
    await pieces.return?.();
  }
}

/** Tells when a client has read. Its one listener stays: with compression, those of `drain` cannot be removed. */
class Drain {
  private resume: () => void = () => undefined;

  constructor(private readonly response: Response) {
    response.on('drain', () => this.resume());
    response.once('close', () => this.resume());
  }

  /** Until the client has read, or is gone. */
  next(): Promise<void> {
    if (this.response.closed) return Promise.resolve();
    return new Promise((resolve) => (this.resume = resolve));
  }
}
