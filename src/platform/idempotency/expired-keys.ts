import { Injectable } from '@nestjs/common';
import { IdempotencyKeys } from '../database/idempotency-keys.js';
import { JobHandler, type HandlesSchedule } from '../jobs/job-handler.js';

const BATCH = 500;

/** Removes expired keys, in batches, so that no statement takes long. */
@Injectable()
@JobHandler('idempotency-keys', { everyMs: 60_000 })
export class ExpiredIdempotencyKeys implements HandlesSchedule {
  constructor(private readonly keys: IdempotencyKeys) {}

  async run(signal: AbortSignal): Promise<void> {
    let removed = BATCH;
    while (removed === BATCH && !signal.aborted) removed = await this.keys.removeExpired(BATCH);
  }
}
