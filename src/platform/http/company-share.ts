import { Injectable, SetMetadata } from '@nestjs/common';
import type { Response } from 'express';
import { CompanyConnections } from '../database/company-connections.js';
import type { Semaphore } from '../database/semaphore.js';

export const WITHOUT_PERMIT = 'without-permit';

/**
 * For a handler that takes no permit of its company for the whole request. It may wait for long, and takes one for each
 * of its statements; or it only looks up, by statements that requests share (ADR 15).
 */
export function WithoutPermit(): MethodDecorator {
  return SetMetadata(WITHOUT_PERMIT, true);
}

/** Answers up to this size are not paced. */
const FREE_BYTES = 262_144;

/** Pace of larger answers, for each permit of a company. */
const BYTES_PER_MS = 2_048;

/** @param sentBytes - the size of the answer */
type Release = (sentBytes: number) => void;

/**
 * Waits until the company has a permit of each semaphore for the request. The last one, of its connections, rests after
 * a large answer; an answer that is put together before it is sent does not keep it until it is read.
 * @param semaphores - in the order in which they are taken
 * @returns undefined when the client is gone
 * @throws {DatabaseBusy}
 */
export async function takeShare(
  companyId: string,
  semaphores: readonly Semaphore[],
  response: Response,
): Promise<Release | undefined> {
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  response.once('close', onClose);
  const taken: (() => void)[] = [];
  try {
    for (const semaphore of semaphores) taken.push(await semaphore.take(companyId, gone.signal));
    return (sentBytes) => {
      const connection = taken.pop();
      for (const release of taken) release();
      const rest = restMs(sentBytes);
      if (rest === 0) connection?.();
      else setTimeout(() => connection?.(), rest).unref();
    };
  } catch (error) {
    for (const release of taken) release();
    if (gone.signal.aborted) return undefined;
    throw error;
  } finally {
    response.off('close', onClose);
  }
}

/** The share of a company in the connections, for handlers {@link WithoutPermit}. */
@Injectable()
export class CompanyShare {
  constructor(private readonly connections: CompanyConnections) {}

  /** As {@link takeShare}. */
  take(companyId: string, response: Response): Promise<Release | undefined> {
    return takeShare(companyId, [this.connections], response);
  }
}

/**
 * The time that a permit rests after an answer, so that a company leaves processor time to others: the longer, the more
 * bytes the answer had.
 */
export function restMs(bytes: number): number {
  return Math.round(Math.max(0, bytes - FREE_BYTES) / BYTES_PER_MS);
}
