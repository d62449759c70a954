import { Injectable } from '@nestjs/common';
import { Sql, type Statement } from '../../platform/database/sql.js';
import type { PageWindow, RenderedPage } from '../../shared-kernel/page-window.js';
import type { DisabledReason } from '../domain/disabled-reason.js';
import type { Attempt, DeliveryStatus } from '../domain/message.js';
import { DeliveryNotFound, WebhookNotFound } from '../domain/webhook.errors.js';
import type { WebhookView } from './webhook-access.js';
import { WebhookResponse, type WebhookDeliveryResponse } from './webhook.response.js';

/** `$2` keys whose webhooks are shown; null for all. */
const SELECT = `
  SELECT w.id, w.url, w.types, w.description, w.api_key_id AS "apiKeyId", w.user_id AS "userId",
    w.disabled_reason AS "disabledReason", w.disabled_at AS "disabledAt", w.failing_since AS "failingSince",
    w.previous_until AS "previousSecretUntil", w.created_at AS "createdAt", w.updated_at AS "updatedAt"
  FROM webhook w WHERE w.company_id = $1 AND ($2::text[] IS NULL OR w.api_key_id = ANY ($2))`;

const LIST: Statement = { name: 'webhooks.list', text: `${SELECT} ORDER BY w.id` };

const GET: Statement = { name: 'webhooks.get', text: `${SELECT} AND w.id = $3` };

const DELIVERY_COLUMNS = `
  m.id, m.type, m.object_id AS "objectId", m.count, m.status, m.log, m.due_at AS "dueAt", m.created_at AS "createdAt"`;

const IS_SHOWN = '($6::text[] IS NULL OR w.api_key_id = ANY ($6)) AND w.company_id = $1 AND w.id = $2';

const IS_READABLE = '($7::text[] IS NULL OR m.type = ANY ($7))';

/**
 * `$3` status or empty, `$4` from, `$5` length, `$6` keys and `$7` types, or null for all. A row without a delivery stands
 * for an empty window.
 */
const listDeliveries = (name: string, condition: string): Statement => ({
  name,
  text: `
    SELECT (
      SELECT count(*)::integer FROM webhook_message m WHERE m.company_id = $1 AND m.webhook_id = $2 AND ${condition}
        AND ${IS_READABLE}
    ) AS total, d.*
    FROM webhook w LEFT JOIN LATERAL (
      SELECT ${DELIVERY_COLUMNS} FROM webhook_message m
      WHERE m.company_id = $1 AND m.webhook_id = $2 AND ${condition} AND ${IS_READABLE}
      ORDER BY m.created_at DESC, m.id DESC OFFSET $4 LIMIT $5
    ) d ON true
    WHERE ${IS_SHOWN}
    ORDER BY d."createdAt" DESC, d.id DESC`,
});

const LIST_DELIVERIES = listDeliveries('webhooks.deliveries', `$3::text = ''`);
const LIST_DELIVERIES_BY_STATUS = listDeliveries('webhooks.deliveries-by-status', 'm.status = $3');

/** `$3` message, `$4` keys and `$5` types, or null for all. */
const GET_DELIVERY: Statement = {
  name: 'webhooks.delivery',
  text: `
    SELECT ${DELIVERY_COLUMNS}
    FROM webhook w JOIN webhook_message m ON m.company_id = $1 AND m.webhook_id = w.id
    WHERE w.company_id = $1 AND w.id = $2 AND m.id = $3 AND ($4::text[] IS NULL OR w.api_key_id = ANY ($4))
      AND ($5::text[] IS NULL OR m.type = ANY ($5))`,
};

interface WebhookRow extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly description: string | null;
  readonly apiKeyId: string | null;
  readonly userId: string | null;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly failingSince: Date | null;
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface DeliveryRow extends Record<string, unknown> {
  readonly id: string;
  readonly type: string;
  readonly objectId: string | null;
  readonly count: number | null;
  readonly status: DeliveryStatus;
  readonly log: readonly Attempt[];
  readonly dueAt: Date | null;
  readonly createdAt: Date;
}

/** The window of deliveries, and their status. */
export interface DeliveriesWanted extends PageWindow {
  readonly status?: DeliveryStatus | undefined;
}

/** Reads webhooks. */
@Injectable()
export class WebhooksQueries {
  constructor(private readonly sql: Sql) {}

  /** The webhooks of a company, oldest first. */
  async list({ companyId, apiKeyIds }: WebhookView): Promise<WebhookResponse[]> {
    return (await this.sql.query<WebhookRow>(LIST, [companyId, apiKeyIds ?? null])).map(webhookResponse);
  }

  /** @throws {WebhookNotFound} */
  async get({ companyId, apiKeyIds }: WebhookView, webhookId: string): Promise<WebhookResponse> {
    const [row] = await this.sql.query<WebhookRow>(GET, [companyId, apiKeyIds ?? null, webhookId]);
    if (!row) throw new WebhookNotFound();
    return webhookResponse(row);
  }

  /** A window of the deliveries of a webhook, newest first. @throws {WebhookNotFound} */
  async deliveries(
    { companyId, apiKeyIds, types }: WebhookView,
    webhookId: string,
    { status, from, to }: DeliveriesWanted,
  ): Promise<RenderedPage & { readonly content: string }> {
    const statement = status === undefined ? LIST_DELIVERIES : LIST_DELIVERIES_BY_STATUS;
    const values = [companyId, webhookId, status ?? '', from, to - from, apiKeyIds ?? null, types ?? null];
    const rows = await this.sql.query<DeliveryRow & { total: number }>(statement, values);
    const [first] = rows;
    if (!first) throw new WebhookNotFound();
    const found = rows.filter(({ id }) => (id as string | null) !== null);
    const { total } = first;
    const content = JSON.stringify({ from, to, total, result: found.map(deliveryResponse) });
    return { total, content };
  }

  /** @throws {DeliveryNotFound} */
  async delivery(
    { companyId, apiKeyIds, types }: WebhookView,
    webhookId: string,
    id: string,
  ): Promise<WebhookDeliveryResponse> {
    const values = [companyId, webhookId, id, apiKeyIds ?? null, types ?? null];
    const [row] = await this.sql.query<DeliveryRow>(GET_DELIVERY, values);
    if (!row) throw new DeliveryNotFound();
    return deliveryResponse(row);
  }
}

function webhookResponse(row: WebhookRow): WebhookResponse {
  const { id, url, types, description, apiKeyId, userId, disabledReason, disabledAt } = row;
  const { failingSince, previousSecretUntil, createdAt, updatedAt } = row;
  return WebhookResponse.from({
    id,
    url,
    types,
    ...(description !== null && { description }),
    owner: apiKeyId === null ? { userId: userId ?? '' } : { apiKeyId },
    ...(disabledReason && disabledAt && { disabled: { reason: disabledReason, at: disabledAt } }),
    ...(failingSince && { failingSince }),
    previousSecretUntil: previousSecretUntil ?? undefined,
    createdAt,
    updatedAt,
  });
}

function deliveryResponse(row: DeliveryRow): WebhookDeliveryResponse {
  const { id, type, objectId, count, status, log, dueAt, createdAt } = row;
  return {
    id,
    type,
    ...(objectId !== null && { objectId }),
    ...(count !== null && { count }),
    status,
    attempts: log,
    ...(dueAt && { nextAttemptAt: dueAt.toISOString() }),
    createdAt: createdAt.toISOString(),
  };
}
