import { Inject, Injectable } from '@nestjs/common';
import { IdempotencyKeys } from '../database/idempotency-keys.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { PeriodicWork } from '../periodic-work.js';

const INTERVAL_MS = 60_000;
const BATCH = 500;

/** Removes expired keys with their answers, once a minute in every worker. */
@Injectable()
export class ExpiredIdempotencyKeys extends PeriodicWork {
  constructor(
    private readonly keys: IdempotencyKeys,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(INTERVAL_MS, 'expired idempotency keys could not be removed', logger);
  }

  /** In batches, so that no statement takes long. */
  async work(): Promise<void> {
    for (let removed = BATCH; removed === BATCH;) removed = await this.keys.removeExpired(BATCH);
  }
}
