import { Injectable } from '@nestjs/common';
import type { Expiry } from '../../../shared-kernel/retention.js';
import { LeaversQueries } from '../../../workforce/index.js';
import { LeaverErasures } from '../../erasure/index.js';
import type { RemovedBatch } from './retained.js';

/** People who are erased together, so that tables are read once for all of them. */
const BATCH = 200;

/** Removes the people who have left, by erasures. */
@Injectable()
export class ExpiredLeavers {
  constructor(
    private readonly leavers: LeaversQueries,
    private readonly erasures: LeaverErasures,
  ) {}

  /**
   * Erases the next batch.
   * @param after - the last id of the batch before; an empty text for the first
   */
  async eraseNext(expiry: Expiry, after: string, signal: AbortSignal): Promise<RemovedBatch> {
    const employeeIds = await this.leavers.list(expiry, after, BATCH);
    const last = employeeIds.at(-1);
    if (last === undefined) return { removed: 0, isLast: true, after };
    const removed = await this.erasures.erase(expiry.companyId, employeeIds, signal);
    return { removed, isLast: employeeIds.length < BATCH, after: last };
  }
}
