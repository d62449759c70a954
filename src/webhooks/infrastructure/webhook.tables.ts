import { Injectable } from '@nestjs/common';
import { eraserOf, sourceOf, type PersonalRows } from '../../platform/database/personal-rows.js';
import { by } from '../../shared-kernel/personal-tables.js';

const WEBHOOK: PersonalRows = {
  table: 'webhook',
  purpose: 'integration',
  people: ['users'],
  kept: 'until it is deleted',
  access: by('WebhookSource'),
  erasure: by('WebhookEraser'),
  columns: { user_id: 'id of a user', description: 'written by people' },
  impersonal:
    'company_id id url types api_key_id scopes secret previous_secret previous_until earlier_secrets ' +
    'disabled_reason disabled_at failing_since place company_position catalogue_position created_at updated_at',
  ofPerson: 'user_id = ANY (:userIds)',
  given: {
    kind: 'webhooks',
    columns: `
      id, url, types, description, disabled_reason AS "disabledReason", disabled_at AS "disabledAt",
      created_at AS "createdAt", updated_at AS "updatedAt"`,
    order: 'created_at, id',
  },
  counted: 'webhooks',
};

const WEBHOOK_MESSAGE: PersonalRows = {
  table: 'webhook_message',
  purpose: 'integration',
  people: ['employees'],
  kept: 'for 30 days',
  access: by('WebhookSource'),
  erasure: by('WebhookEraser'),
  columns: { object_id: 'id of an employee', log: 'the beginning of the answers of a receiver' },
  impersonal: 'company_id webhook_id id type count status attempts due_at leased_until created_at',
  ofPerson: 'object_id = ANY (:employeeIds)',
  given: {
    kind: 'webhookMessages',
    // Answers of receivers are texts of others.
    columns: `
      id, webhook_id AS "webhookId", type, object_id AS "objectId", status, attempts, created_at AS "createdAt"`,
    order: 'created_at, id',
  },
  counted: 'webhookMessages',
};

export const WEBHOOK_TABLES = [WEBHOOK, WEBHOOK_MESSAGE];

/** Webhooks that a person made, and the messages by which others were told of the person. */
@Injectable()
export class WebhookSource extends sourceOf(WEBHOOK, WEBHOOK_MESSAGE) {}

/** Removes the messages about a person with the answers of receivers, and the webhooks that the person made. */
@Injectable()
export class WebhookEraser extends eraserOf(WEBHOOK_MESSAGE, WEBHOOK) {}
