import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ApiJson } from '../../platform/http/openapi/api-json.js';
import type { Permission } from '../../platform/http/permission.js';
import { Untagged } from '../../platform/http/handler-options.js';
import {
  WebhookWithSecretResponse,
  type WebhookAttemptResponse,
  type WebhookDeliveryPageResponse,
  type WebhookDeliveryResponse,
  type WebhookResponse,
} from '../application/webhook.response.js';

type OfAreas<T> = Readonly<Record<Permission['area'], T>>;

const WEBHOOK_ID = '6b0957d66ae1535605f146a9';
const DELIVERY_ID = '6b0957e06ae1535605f146b2';
const AT = '2026-03-02T16:05:00.000Z';

/** Summaries and descriptions, by the operation ids of the public API. */
export const WEBHOOK_OPERATIONS: Readonly<Record<string, { summary: string; description: string }>> = {
  createWebhook: {
    summary: 'Create a webhook',
    description:
      'An address that is told of what changes from now on. It belongs to the key or admin that creates ' +
      'it, and tells only what they may read. The answer has the secret, which is never shown again: a ' +
      'repeat answers without it.',
  },
  listWebhooks: {
    summary: 'List the webhooks',
    description: 'Those of the key, or, for an admin, all of the company; oldest first.',
  },
  getWebhook: { summary: 'Get a webhook', description: 'A webhook, without its secret.' },
  updateWebhook: {
    summary: 'Change a webhook',
    description:
      'Changes the properties that are sent; null removes the description. After a change of the address ' +
      'or the types, or when it is enabled, it belongs to the caller. One that is enabled again tells of ' +
      'what changes from then on.',
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    description: 'Removes a webhook with its messages, and returns it.',
  },
  rotateWebhookSecret: {
    summary: 'Make a new secret',
    description:
      'The answer has the new secret, which is never shown again. The one before signs, too, for 24 hours, whatever ' +
      'rotations follow.',
  },
  testWebhook: {
    summary: 'Test a webhook',
    description:
      'Sends `webhook.test` once, also to a webhook that is disabled, and answers how it went, within 15 seconds. A ' +
      'company makes at most 2 tests at a time in a process.',
  },
  listWebhookDeliveries: {
    summary: 'List the deliveries of a webhook',
    description:
      'The messages of the last 30 days with their attempts, newest first; for a key, those that its scopes read.',
  },
  retryWebhookDelivery: {
    summary: 'Send a message again',
    description:
      'Sends a message again at once, with its id, and begins its schedule of attempts from the start.',
  },
  replayWebhook: {
    summary: 'Tell again of what has changed',
    description:
      'Tells again of what has changed since a time, with new messages, as far back as the change feed goes ' +
      '(`CHANGES_RETENTION`, 30 days unless the deployment says otherwise). They count for the stored bytes of the ' +
      'company.',
  },
};

/** Bodies that work in both areas of the demo. */
export const INPUT_EXAMPLE: OfAreas<object> = {
  apiKey: {
    url: 'https://hr.example.com/wes',
    types: ['employee.changed', 'employee.deleted'],
    description: 'The payroll of Lisbon',
  },
  session: { url: 'https://plans.example.com/wes', types: ['plan.changed', 'plan.deleted'] },
};

export const WEBHOOK_EXAMPLE: OfAreas<WebhookResponse> = {
  apiKey: {
    id: WEBHOOK_ID,
    url: 'https://hr.example.com/wes',
    types: ['employee.changed', 'employee.deleted'],
    description: 'The payroll of Lisbon',
    enabled: true,
    apiKeyId: '6b0956a06ae1535605f14601',
    createdAt: AT,
    updatedAt: AT,
  },
  session: {
    id: WEBHOOK_ID,
    url: 'https://plans.example.com/wes',
    types: ['plan.changed', 'plan.deleted'],
    enabled: true,
    userId: '6b02356aff1b2f86b0e3b2a1',
    createdAt: AT,
    updatedAt: AT,
  },
};

export const ATTEMPT_EXAMPLE: WebhookAttemptResponse = { at: AT, durationMs: 84, status: 204 };

const deliveryOf = (type: string): WebhookDeliveryResponse => ({
  id: DELIVERY_ID,
  type,
  objectId: '6b02356aff1b2f86b0e3b2b3',
  status: 'DELIVERED',
  attempts: [ATTEMPT_EXAMPLE],
  createdAt: AT,
});

export const DELIVERY_EXAMPLE: OfAreas<WebhookDeliveryResponse> = {
  apiKey: deliveryOf('employee.changed'),
  session: deliveryOf('plan.changed'),
};

const pageOf = (delivery: WebhookDeliveryResponse): WebhookDeliveryPageResponse => ({
  from: 0,
  to: 10,
  total: 1,
  result: [delivery],
});

export const DELIVERY_PAGE_EXAMPLE: OfAreas<WebhookDeliveryPageResponse> = {
  apiKey: pageOf(DELIVERY_EXAMPLE.apiKey),
  session: pageOf(DELIVERY_EXAMPLE.session),
};

export function ApiWebhookId(): MethodDecorator {
  return ApiParam({ name: 'webhookId', description: 'Id of the webhook.', example: WEBHOOK_ID });
}

export function ApiDeliveryId(): MethodDecorator {
  return ApiParam({
    name: 'deliveryId',
    description: 'Id of the message: `webhook-id` in its header.',
    example: DELIVERY_ID,
  });
}

/** An answer with a secret, which no other answer of the webhook has. */
export function ApiSecretShownOnce(description: string, example: WebhookResponse): MethodDecorator {
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD6lw8Q1sYw3Q=';
  const shown = Object.assign({}, example, { secret });
  return applyDecorators(Untagged(), ApiJson(WebhookWithSecretResponse, description, shown));
}
