import { Inject, Injectable } from '@nestjs/common';
import { Sql } from '../database/sql.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { PeriodicWork } from '../periodic-work.js';

/** How long an answer is repeated, as an interval of PostgreSQL. */
export const TIME_TO_LIVE = `interval '24 hours'`;

const INTERVAL_MS = 60_000;
const BATCH = 500;

/** Of all companies: workers serve all of them. Rows that another worker removes are skipped. */
const REMOVE = {
  name: 'idempotency.remove-expired',
  text: `
    DELETE FROM idempotency_key k USING (
      SELECT company_id, actor_id, key FROM idempotency_key
      WHERE created_at <= now() - ${TIME_TO_LIVE}
      ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) expired
    WHERE (k.company_id, k.actor_id, k.key) = (expired.company_id, expired.actor_id, expired.key)
    RETURNING k.key`,
};

/** Removes expired keys with their answers, once a minute in every worker. */
@Injectable()
export class ExpiredIdempotencyKeys extends PeriodicWork {
  constructor(
    private readonly sql: Sql,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(INTERVAL_MS, 'expired idempotency keys could not be removed', logger);
  }

  /** In batches, so that no statement takes long. */
  async work(): Promise<void> {
    for (let removed = BATCH; removed === BATCH;) {
      removed = (await this.sql.query(REMOVE, [BATCH])).length;
    }
  }
}
