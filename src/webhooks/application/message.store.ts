import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { AttemptResult, ClaimedMessage, NewMessage } from '../domain/message.js';
import { MAX_SHOWN_ATTEMPTS, MESSAGE_RETENTION_MS } from '../domain/webhook.limits.js';
import type { WebhookKey } from '../domain/webhook.repository.js';

/** An attempt takes at most 15 s; one whose process has died is made again after this time. */
const LEASE_S = 30;

const OF_WEBHOOK = 'company_id = $1 AND webhook_id = $2';

const IS_FREE = '(leased_until IS NULL OR leased_until <= now())';

const COUNT_WAITING: Statement = {
  name: 'webhook-messages.count-waiting',
  text: `
    SELECT count(*)::integer AS count FROM webhook_message WHERE ${OF_WEBHOOK} AND status = 'WAITING'`,
};

/** `$3` messages as JSON. */
const INSERT: Statement = {
  name: 'webhook-messages.insert',
  text: `
    INSERT INTO webhook_message (company_id, webhook_id, id, type, object_id, count, status, due_at, created_at)
    SELECT $1, $2, id, type, "objectId", count, 'WAITING', now(), now()
    FROM json_to_recordset($3::json) AS given (id text, type text, "objectId" text, count integer)`,
};

const REMOVE_WAITING: Statement = {
  name: 'webhook-messages.remove-waiting',
  text: `
    DELETE FROM webhook_message WHERE ${OF_WEBHOOK} AND status = 'WAITING' AND ${IS_FREE}
    RETURNING coalesce(count, 1) AS count`,
};

/** Of all companies: workers serve all of them. */
const DUE: Statement = {
  name: 'webhook-messages.due',
  text: `
    SELECT company_id AS "companyId", webhook_id AS "webhookId" FROM webhook_message
    WHERE due_at <= now() AND ${IS_FREE}
    GROUP BY company_id, webhook_id ORDER BY min(due_at) LIMIT $1`,
};

/** `$3` most attempts at the same time. */
const CLAIM: Statement = {
  name: 'webhook-messages.claim',
  text: `
    UPDATE webhook_message SET attempts = attempts + 1, leased_until = now() + interval '${LEASE_S} s'
    WHERE ${OF_WEBHOOK} AND id = ANY (ARRAY(
      SELECT id FROM webhook_message
      WHERE ${OF_WEBHOOK} AND status = 'WAITING' AND due_at <= now() AND ${IS_FREE}
      ORDER BY created_at, id
      LIMIT greatest(0, $3::integer - (
        SELECT count(*)::integer FROM webhook_message
        WHERE ${OF_WEBHOOK} AND status = 'WAITING' AND leased_until > now()
      ))
    ))
    RETURNING id, type, object_id AS "objectId", count, attempts, created_at AS "createdAt"`,
};

const LOG: Statement = {
  name: 'webhook-messages.log',
  text: `SELECT log FROM webhook_message WHERE ${OF_WEBHOOK} AND id = $3 FOR UPDATE`,
};

const END: Statement = {
  name: 'webhook-messages.end',
  text: `
    UPDATE webhook_message SET status = $4, log = $6, leased_until = NULL,
      due_at = to_timestamp(extract(epoch FROM now())::float8 + $5::float8 / 1000)
    WHERE ${OF_WEBHOOK} AND id = $3`,
};

const RELEASE: Statement = {
  name: 'webhook-messages.release',
  text: `
    UPDATE webhook_message SET attempts = attempts - 1, leased_until = NULL
    WHERE ${OF_WEBHOOK} AND id = $3 AND leased_until IS NOT NULL`,
};

const FAIL_WAITING: Statement = {
  name: 'webhook-messages.fail-waiting',
  text: `
    UPDATE webhook_message SET status = 'FAILED', due_at = NULL, leased_until = NULL
    WHERE ${OF_WEBHOOK} AND status = 'WAITING'`,
};

/** `$4` now: an attempt in progress still counts. `$5` types, or null for all. */
const RETRY: Statement = {
  name: 'webhook-messages.retry',
  text: `
    UPDATE webhook_message SET status = 'WAITING', due_at = now(),
      attempts = CASE WHEN leased_until > $4::timestamptz THEN attempts ELSE 0 END
    WHERE ${OF_WEBHOOK} AND id = $3 AND ($5::text[] IS NULL OR type = ANY ($5))
    RETURNING id`,
};

/** Of all companies. `$1` time, `$2` limit. */
const FIND_OLD: Statement = {
  name: 'webhook-messages.find-old',
  text: `
    SELECT company_id AS "companyId", webhook_id AS "webhookId", array_agg(id) AS ids
    FROM (
      SELECT company_id, webhook_id, id FROM webhook_message WHERE created_at < $1 ORDER BY created_at LIMIT $2
    ) old
    GROUP BY company_id, webhook_id`,
};

const REMOVE: Statement = {
  name: 'webhook-messages.remove',
  text: `DELETE FROM webhook_message WHERE ${OF_WEBHOOK} AND id = ANY ($3)`,
};

type ClaimedRow = Omit<ClaimedMessage, 'objectId' | 'count'> & {
  readonly objectId: string | null;
  readonly count: number | null;
} & Record<string, unknown>;

/** Messages of webhooks in PostgreSQL. */
@Injectable()
export class MessageStore {
  constructor(private readonly sql: Sql) {}

  /** Number of messages that wait for a webhook. */
  async countWaiting({ companyId, webhookId }: WebhookKey, transaction: Transaction): Promise<number> {
    const values = [companyId, webhookId];
    const [row] = await this.sql.query<{ count: number }>(COUNT_WAITING, values, transaction);
    return row?.count ?? 0;
  }

  async insertAll(
    { companyId, webhookId }: WebhookKey,
    messages: readonly NewMessage[],
    transaction: Transaction,
  ): Promise<void> {
    const values = [companyId, webhookId, JSON.stringify(messages)];
    await this.sql.query(INSERT, values, transaction);
  }

  /** Removes messages that wait and are not being sent. @returns the changes that they stand for */
  async removeWaiting({ companyId, webhookId }: WebhookKey, transaction: Transaction): Promise<number> {
    const values = [companyId, webhookId];
    const removed = await this.sql.query<{ count: number }>(REMOVE_WAITING, values, transaction);
    return removed.reduce((sum, { count }) => sum + count, 0);
  }

  /** Webhooks of all companies that have messages that are due, those that have waited longest first. */
  due(limit: number): Promise<WebhookKey[]> {
    return this.sql.query<WebhookKey & Record<string, unknown>>(DUE, [limit]);
  }

  /** Begins attempts of messages that are due, so that at most so many are made at the same time. */
  async claim(
    { companyId, webhookId }: WebhookKey,
    most: number,
    transaction: Transaction,
  ): Promise<ClaimedMessage[]> {
    const values = [companyId, webhookId, most];
    const rows = await this.sql.query<ClaimedRow>(CLAIM, values, transaction);
    return rows.map(({ objectId, count, ...message }) => ({
      ...message,
      ...(objectId !== null && { objectId }),
      ...(count !== null && { count }),
    }));
  }

  async end(
    { companyId, webhookId }: WebhookKey,
    { id, attempt, status, delayMs }: AttemptResult,
    transaction: Transaction,
  ): Promise<void> {
    const key = [companyId, webhookId, id];
    const [row] = await this.sql.query<{ log: unknown[] }>(LOG, key, transaction);
    if (!row) return; // the webhook or the message is gone
    const log = JSON.stringify([...row.log, attempt].slice(-MAX_SHOWN_ATTEMPTS));
    await this.sql.query(END, [...key, status, delayMs ?? null, log], transaction);
  }

  /** Gives an attempt back that was not made. */
  async release({ companyId, webhookId }: WebhookKey, id: string): Promise<void> {
    await this.sql.query(RELEASE, [companyId, webhookId, id]);
  }

  /** Sends nothing more of what waits. */
  async failWaiting({ companyId, webhookId }: WebhookKey, transaction: Transaction): Promise<void> {
    await this.sql.query(FAIL_WAITING, [companyId, webhookId], transaction);
  }

  /**
   * Begins the schedule of a message again.
   * @param types - of messages that may be sent again; all when not given
   * @returns false when there is none
   */
  async retry(
    { companyId, webhookId }: WebhookKey,
    { id, types }: { readonly id: string; readonly types: readonly string[] | undefined },
    transaction: Transaction,
  ): Promise<boolean> {
    const values = [companyId, webhookId, id, new Date(), types ?? null];
    return (await this.sql.query(RETRY, values, transaction)).length === 1;
  }

  /** Removes old messages of all companies. @returns how many, at most `limit` */
  async removeOld(limit: number): Promise<number> {
    const before = new Date(Date.now() - MESSAGE_RETENTION_MS);
    const found = await this.sql.query<WebhookKey & { ids: string[] }>(FIND_OLD, [before, limit]);
    for (const { companyId, webhookId, ids } of found)
      await this.sql.query(REMOVE, [companyId, webhookId, ids]);
    return found.reduce((sum, { ids }) => sum + ids.length, 0);
  }
}
