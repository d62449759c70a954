import type { Response } from 'express';
import type { Semaphore } from '../database/semaphore.js';

/** Answers up to this size are not paced. */
const FREE_BYTES = 262_144;

/** Pace of larger answers, for each permit of a company. */
const BYTES_PER_MS = 2_048;

/** The permits that a request of a company needs. */
export interface CompanyPermits {
  readonly companyId: string;
  /** Taken first, so that those who wait for it leave the connections of their company to its other requests. */
  readonly busyReads: Semaphore | undefined;
  readonly connections: Semaphore;
}

/** @param sentBytes - the size of the answer */
type Release = (sentBytes: number) => void;

/**
 * Waits until the company has a permit for the request. The permit of its connections rests after a large answer; an
 * answer that is put together before it is sent does not keep it until it is read.
 * @param permits - undefined for a request without a credential, which needs none
 * @returns undefined when the client is gone
 * @throws {DatabaseBusy}
 */
export async function takeShare(
  permits: CompanyPermits | undefined,
  response: Response,
): Promise<Release | undefined> {
  if (!permits) return () => undefined;
  const { companyId, busyReads, connections } = permits;
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  response.once('close', onClose);
  let endBusy: (() => void) | undefined;
  try {
    endBusy = await busyReads?.take(companyId, gone.signal);
    const endWork = await connections.take(companyId, gone.signal);
    return (sentBytes) => {
      endBusy?.();
      const rest = restMs(sentBytes);
      if (rest === 0) endWork();
      else setTimeout(endWork, rest).unref();
    };
  } catch (error) {
    endBusy?.();
    if (gone.signal.aborted) return undefined;
    throw error;
  } finally {
    response.off('close', onClose);
  }
}

/**
 * The time that a permit rests after an answer, so that a company leaves processor time to others: the longer, the more
 * bytes the answer had.
 */
export function restMs(bytes: number): number {
  return Math.round(Math.max(0, bytes - FREE_BYTES) / BYTES_PER_MS);
}
