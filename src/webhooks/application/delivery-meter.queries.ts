import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Sql } from '../../platform/database/sql.js';
import { repeatFor } from '../../platform/metrics/repeat-for.js';

/** Several scrapes within this time read the table once. */
const REPEATED_MS = 5_000;

/**
 * Of all companies, by the index of what is due. No more are counted, so that a long backlog costs no more. A webhook
 * to which something is being sent has its turn: what else waits for it waits for its receiver.
 */
const READ_WAITING = {
  name: 'webhooks.waiting',
  text: `
    SELECT w.waiting, coalesce(extract(epoch FROM now() - o.oldest), 0)::float8 AS "oldestSeconds"
    FROM (
      SELECT count(*)::integer AS waiting
      FROM (SELECT id FROM webhook_message WHERE due_at IS NOT NULL LIMIT 10000) messages
    ) w CROSS JOIN (
      SELECT min(oldest) AS oldest
      FROM (
        SELECT min(due_at) AS oldest FROM webhook_message WHERE due_at <= now()
        GROUP BY company_id, webhook_id HAVING NOT coalesce(bool_or(leased_until > now()), false)
      ) unserved
    ) o`,
};

interface Waiting extends Record<string, unknown> {
  readonly waiting: number;
  readonly oldestSeconds: number;
}

/** Metrics of webhooks. While the database does not answer, those of what waits have no value. */
@Injectable()
export class DeliveryMeter {
  private readonly attempts: Counter<'result'>;
  private readonly ages: Histogram;
  private readonly attemptsInFlight: Gauge;

  constructor(sql: Sql, registry: Registry) {
    this.attempts = new Counter({
      name: 'wes_webhook_attempts_total',
      help: 'Attempts to deliver messages of webhooks.',
      labelNames: ['result'],
      registers: [registry],
    });
    for (const result of ['success', 'failure']) this.attempts.inc({ result }, 0);
    this.ages = new Histogram({
      name: 'wes_webhook_delivery_seconds',
      help: 'Time from the making of a message to its delivery.',
      buckets: [0.1, 0.5, 1, 2, 5, 15, 60, 600, 3_600, 86_400],
      registers: [registry],
    });
    this.attemptsInFlight = new Gauge({
      name: 'wes_webhook_attempts_in_flight',
      help: 'Attempts to deliver messages of webhooks that this process makes at the moment.',
      registers: [registry],
    });
    this.attemptsInFlight.set(0);
    const read = repeatFor(REPEATED_MS, () => sql.query<Waiting>(READ_WAITING).catch(() => []));
    new Gauge({
      name: 'wes_webhook_messages_waiting',
      help: 'Messages of all companies that are not delivered yet. Up to 10,000 are counted.',
      registers: [registry],
      async collect() {
        for (const { waiting } of await read()) this.set(waiting);
      },
    });
    new Gauge({
      name: 'wes_webhook_oldest_due_seconds',
      help: 'How long the message that waits longest has been due, of webhooks to which nothing is being sent.',
      registers: [registry],
      async collect() {
        for (const { oldestSeconds } of await read()) this.set(oldestSeconds);
      },
    });
  }

  /** @param attempts - that this process makes at the moment */
  inFlight(attempts: number): void {
    this.attemptsInFlight.set(attempts);
  }

  /** @param ageMs - time since the message was made */
  ended(isSuccess: boolean, ageMs: number): void {
    this.attempts.inc({ result: isSuccess ? 'success' : 'failure' });
    if (isSuccess) this.ages.observe(ageMs / 1_000);
  }
}
