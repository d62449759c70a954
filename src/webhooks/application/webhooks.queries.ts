import { Injectable } from '@nestjs/common';
import { selected } from '../../platform/database/columns.js';
import { named, Sql, type Statement } from '../../platform/database/sql.js';
import type { PageWindow, RenderedPage } from '../../shared-kernel/page-window.js';
import type { Attempt, DeliveryStatus } from '../domain/message.js';
import { DeliveryNotFound, WebhookNotFound } from '../domain/webhook.errors.js';
import type { WebhookView } from './webhook-access.js';
import { SHOWN_COLUMNS, shownStateOf, type ShownRow } from './webhook-rows.js';
import { WebhookResponse, type WebhookDeliveryResponse } from './webhook.response.js';

/** Of the keys whose webhooks are shown; null for all. */
const SELECT = `
  SELECT ${selected(SHOWN_COLUMNS, 'w')}
  FROM webhook w WHERE w.company_id = :companyId AND (:apiKeyIds::text[] IS NULL OR w.api_key_id = ANY (:apiKeyIds))`;

const LIST = named('webhooks.list', `${SELECT} ORDER BY w.id`);

const GET = named('webhooks.get', `${SELECT} AND w.id = :webhookId`);

const DELIVERY_COLUMNS = `
  m.id, m.type, m.object_id AS "objectId", m.count, m.status, m.log, m.due_at AS "dueAt", m.created_at AS "createdAt"`;

/** Of the keys whose webhooks are shown; null for all. */
const IS_SHOWN = `
  w.company_id = :companyId AND w.id = :webhookId
    AND (:apiKeyIds::text[] IS NULL OR w.api_key_id = ANY (:apiKeyIds))`;

/** Of the types that are shown; null for all. */
const IS_READABLE = '(:types::text[] IS NULL OR m.type = ANY (:types))';

/** A row without a delivery stands for an empty window. */
const listDeliveries = (name: string, condition: string): Statement => {
  const messages = `webhook_message m WHERE m.company_id = :companyId AND m.webhook_id = :webhookId AND ${condition}`;
  return named(
    name,
    `
    SELECT (SELECT count(*)::integer FROM ${messages} AND ${IS_READABLE}) AS total, d.*
    FROM webhook w LEFT JOIN LATERAL (
      SELECT ${DELIVERY_COLUMNS} FROM ${messages} AND ${IS_READABLE}
      ORDER BY m.created_at DESC, m.id DESC OFFSET :from LIMIT :length
    ) d ON true
    WHERE ${IS_SHOWN}
    ORDER BY d."createdAt" DESC, d.id DESC`,
  );
};

const LIST_DELIVERIES = listDeliveries('webhooks.deliveries', 'true');
const LIST_DELIVERIES_BY_STATUS = listDeliveries('webhooks.deliveries-by-status', 'm.status = :status');

const GET_DELIVERY = named(
  'webhooks.delivery',
  `
    SELECT ${DELIVERY_COLUMNS}
    FROM webhook w JOIN webhook_message m ON m.company_id = :companyId AND m.webhook_id = w.id
    WHERE ${IS_SHOWN} AND m.id = :id AND ${IS_READABLE}`,
);

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
    return (await this.sql.query<ShownRow>(LIST, { companyId, apiKeyIds })).map(webhookResponse);
  }

  /** @throws {WebhookNotFound} */
  async get({ companyId, apiKeyIds }: WebhookView, webhookId: string): Promise<WebhookResponse> {
    const [row] = await this.sql.query<ShownRow>(GET, { companyId, apiKeyIds, webhookId });
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
    const values = { companyId, webhookId, status, from, length: to - from, apiKeyIds, types };
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
    const values = { companyId, webhookId, id, apiKeyIds, types };
    const [row] = await this.sql.query<DeliveryRow>(GET_DELIVERY, values);
    if (!row) throw new DeliveryNotFound();
    return deliveryResponse(row);
  }
}

function webhookResponse(row: ShownRow): WebhookResponse {
  return WebhookResponse.from({ ...shownStateOf(row), previousSecretUntil: row.previousUntil ?? undefined });
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
