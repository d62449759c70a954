import { Injectable } from '@nestjs/common';
import { sweepOf } from '../../platform/database/expired-rows.js';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { AttemptResult, ClaimedMessage, NewMessage } from '../domain/message.js';
import { MAX_SHOWN_ATTEMPTS, MESSAGE_RETENTION_MS } from '../domain/webhook.limits.js';
import type { WebhookKey } from '../domain/webhook.repository.js';

/** An attempt takes at most 15 s; one whose process has died is made again after this time. */
const LEASE_S = 30;

const OF_WEBHOOK = 'company_id = :companyId AND webhook_id = :webhookId';

const IS_FREE = '(leased_until IS NULL OR leased_until <= now())';

const COUNT_WAITING = named(
  'webhook-messages.count-waiting',
  `
    SELECT count(*)::integer AS count FROM webhook_message WHERE ${OF_WEBHOOK} AND status = 'WAITING'`,
);

/** Messages as JSON. */
const INSERT = named(
  'webhook-messages.insert',
  `
    INSERT INTO webhook_message (company_id, webhook_id, id, type, object_id, count, status, due_at, created_at)
    SELECT :companyId, :webhookId, id, type, "objectId", count, 'WAITING', now(), now()
    FROM json_to_recordset(:messages::json) AS given (id text, type text, "objectId" text, count integer)`,
);

const REMOVE_WAITING = named(
  'webhook-messages.remove-waiting',
  `
    DELETE FROM webhook_message WHERE ${OF_WEBHOOK} AND status = 'WAITING' AND ${IS_FREE}
    RETURNING coalesce(count, 1) AS count`,
);

/** Of all companies: workers serve all of them. */
const DUE: Statement = {
  name: 'webhook-messages.due',
  text: `
    SELECT company_id AS "companyId", webhook_id AS "webhookId" FROM webhook_message
    WHERE due_at <= now() AND ${IS_FREE}
    GROUP BY company_id, webhook_id ORDER BY min(due_at) LIMIT $1`,
};

/** So that at most so many attempts are made at the same time. */
const CLAIM = named(
  'webhook-messages.claim',
  `
    UPDATE webhook_message SET attempts = attempts + 1, leased_until = now() + interval '${LEASE_S} s'
    WHERE ${OF_WEBHOOK} AND id = ANY (ARRAY(
      SELECT id FROM webhook_message
      WHERE ${OF_WEBHOOK} AND status = 'WAITING' AND due_at <= now() AND ${IS_FREE}
      ORDER BY created_at, id
      LIMIT greatest(0, :most::integer - (
        SELECT count(*)::integer FROM webhook_message
        WHERE ${OF_WEBHOOK} AND status = 'WAITING' AND leased_until > now()
      ))
    ))
    RETURNING id, type, object_id AS "objectId", count, attempts, created_at AS "createdAt"`,
);

const LOG = named(
  'webhook-messages.log',
  `SELECT log FROM webhook_message WHERE ${OF_WEBHOOK} AND id = :id FOR UPDATE`,
);

const END = named(
  'webhook-messages.end',
  `
    UPDATE webhook_message SET status = :status, log = :log, leased_until = NULL,
      due_at = to_timestamp(extract(epoch FROM now())::float8 + :delayMs::float8 / 1000)
    WHERE ${OF_WEBHOOK} AND id = :id`,
);

const RELEASE = named(
  'webhook-messages.release',
  `
    UPDATE webhook_message SET attempts = attempts - 1, leased_until = NULL
    WHERE ${OF_WEBHOOK} AND id = :id AND leased_until IS NOT NULL`,
);

const FAIL_WAITING = named(
  'webhook-messages.fail-waiting',
  `
    UPDATE webhook_message SET status = 'FAILED', due_at = NULL, leased_until = NULL
    WHERE ${OF_WEBHOOK} AND status = 'WAITING'`,
);

/** An attempt in progress still counts. Of all types where these are null. */
const RETRY = named(
  'webhook-messages.retry',
  `
    UPDATE webhook_message SET status = 'WAITING', due_at = now(),
      attempts = CASE WHEN leased_until > :now::timestamptz THEN attempts ELSE 0 END
    WHERE ${OF_WEBHOOK} AND id = :id AND (:types::text[] IS NULL OR type = ANY (:types))
    RETURNING id`,
);

const removeOld = sweepOf({
  table: 'webhook_message',
  of: 'webhook_id',
  id: 'id',
  expires: `created_at < now() - interval '1 ms' * ${MESSAGE_RETENTION_MS}`,
  by: 'created_at',
  batch: 1_000,
});

type ClaimedRow = Omit<ClaimedMessage, 'objectId' | 'count'> & {
  readonly objectId: string | null;
  readonly count: number | null;
} & Record<string, unknown>;

/** Messages of webhooks in PostgreSQL. */
@Injectable()
export class MessageStore {
  constructor(private readonly sql: Sql) {}

  /** Number of messages that wait for a webhook. */
  async countWaiting(key: WebhookKey, transaction: Transaction): Promise<number> {
    const [row] = await this.sql.query<{ count: number }>(COUNT_WAITING, key, transaction);
    return row?.count ?? 0;
  }

  async insertAll(key: WebhookKey, messages: readonly NewMessage[], transaction: Transaction): Promise<void> {
    await this.sql.query(INSERT, { ...key, messages: JSON.stringify(messages) }, transaction);
  }

  /** Removes messages that wait and are not being sent. @returns the changes that they stand for */
  async removeWaiting(key: WebhookKey, transaction: Transaction): Promise<number> {
    const removed = await this.sql.query<{ count: number }>(REMOVE_WAITING, key, transaction);
    return removed.reduce((sum, { count }) => sum + count, 0);
  }

  /** Webhooks of all companies that have messages that are due, those that have waited longest first. */
  due(limit: number): Promise<WebhookKey[]> {
    return this.sql.query<WebhookKey & Record<string, unknown>>(DUE, [limit]);
  }

  /** Begins attempts of messages that are due, so that at most so many are made at the same time. */
  async claim(key: WebhookKey, most: number, transaction: Transaction): Promise<ClaimedMessage[]> {
    const rows = await this.sql.query<ClaimedRow>(CLAIM, { ...key, most }, transaction);
    return rows.map(({ objectId, count, ...message }) => ({
      ...message,
      ...(objectId !== null && { objectId }),
      ...(count !== null && { count }),
    }));
  }

  async end(
    key: WebhookKey,
    { id, attempt, status, delayMs }: AttemptResult,
    transaction: Transaction,
  ): Promise<void> {
    const [row] = await this.sql.query<{ log: unknown[] }>(LOG, { ...key, id }, transaction);
    if (!row) return; // the webhook or the message is gone
    const log = JSON.stringify([...row.log, attempt].slice(-MAX_SHOWN_ATTEMPTS));
    await this.sql.query(END, { ...key, id, status, delayMs, log }, transaction);
  }

  /** Gives an attempt back that was not made. */
  async release(key: WebhookKey, id: string): Promise<void> {
    await this.sql.query(RELEASE, { ...key, id });
  }

  /** Sends nothing more of what waits. */
  async failWaiting(key: WebhookKey, transaction: Transaction): Promise<void> {
    await this.sql.query(FAIL_WAITING, key, transaction);
  }

  /**
   * Begins the schedule of a message again.
   * @param types - of messages that may be sent again; all when not given
   * @returns false when there is none
   */
  async retry(
    key: WebhookKey,
    { id, types }: { readonly id: string; readonly types: readonly string[] | undefined },
    transaction: Transaction,
  ): Promise<boolean> {
    const retried = await this.sql.query(RETRY, { ...key, id, types, now: new Date() }, transaction);
    return retried.length === 1;
  }

  /** Removes old messages of all companies. */
  removeOld(signal: AbortSignal): Promise<void> {
    return removeOld(this.sql, signal);
  }
}
