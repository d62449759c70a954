import { Injectable } from '@nestjs/common';
import { sweepOf } from '../database/expired-rows.js';
import { TIME_TO_LIVE } from '../database/idempotency-keys.js';
import { Sql } from '../database/sql.js';
import { JobHandler, type HandlesSchedule } from '../jobs/job-handler.js';

const removeExpired = sweepOf({
  table: 'idempotency_key',
  id: 'key_digest',
  expires: `created_at <= now() - ${TIME_TO_LIVE}`,
  by: 'created_at',
  batch: 500,
});

/** Removes expired keys. */
@Injectable()
@JobHandler('idempotency-keys', { everyMs: 60_000 })
export class ExpiredIdempotencyKeys implements HandlesSchedule {
  constructor(private readonly sql: Sql) {}

  run(signal: AbortSignal): Promise<void> {
    return removeExpired(this.sql, signal);
  }
}
