import { ApiSchema } from '@nestjs/swagger';
import { Checked } from '../../platform/dto/checked.js';
import { DescribedBy } from '../../platform/dto/described-by.js';
import { PageQuery } from '../../platform/dto/page-query.js';
import { DateTime, Flag, Ignored, Property, Text } from '../../platform/dto/properties.js';
import { QueryEnum } from '../../platform/dto/query-properties.js';
import { setIssues } from '../../shared-kernel/word-set.js';
import { WEBHOOK_TYPES } from '../application/webhook-types.js';
import { WebhookResponse } from '../application/webhook.response.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../domain/message.js';
import { webhookUrlIssues } from '../domain/webhook-url.js';
import { MAX_WEBHOOK_URL_LENGTH, WEBHOOK_DESCRIPTION_LIMITS } from '../domain/webhook.limits.js';

const READ_ONLY = { description: 'Ignored: it is read-only.' };

const Url = (required: boolean): PropertyDecorator =>
  Property(Checked(webhookUrlIssues), { type: String, maxLength: MAX_WEBHOOK_URL_LENGTH }, { required });

const Types = (required: boolean): PropertyDecorator =>
  Property(
    Checked((value) => setIssues(value, WEBHOOK_TYPES)),
    {
      enum: [...WEBHOOK_TYPES],
      enumName: 'WebhookType',
      isArray: true,
      minItems: 1,
      maxItems: WEBHOOK_TYPES.length,
    },
    { required },
  );

/** Properties of a webhook that no request writes. */
class ReadOnlyWebhookProperties {
  @Ignored(READ_ONLY)
  id?: unknown;

  @Ignored(READ_ONLY)
  disabledReason?: unknown;

  @Ignored(READ_ONLY)
  disabledAt?: unknown;

  @Ignored(READ_ONLY)
  failingSince?: unknown;

  @Ignored(READ_ONLY)
  apiKeyId?: unknown;

  @Ignored(READ_ONLY)
  userId?: unknown;

  @Ignored(READ_ONLY)
  previousSecretUntil?: unknown;

  @Ignored(READ_ONLY)
  createdAt?: unknown;

  @Ignored(READ_ONLY)
  updatedAt?: unknown;
}

/** Body of a request to create a webhook. */
@ApiSchema({ name: 'WebhookInput' })
@DescribedBy(WebhookResponse)
export class WebhookRequest extends ReadOnlyWebhookProperties {
  /** A webhook is enabled at first. */
  @Ignored({ type: Boolean, ...READ_ONLY })
  enabled?: unknown;

  @Url(true)
  url!: string;

  @Types(true)
  types!: string[];

  @Text(WEBHOOK_DESCRIPTION_LIMITS)
  description?: string;
}

/** Body of a change of a webhook. */
@ApiSchema({ name: 'WebhookPatch' })
@DescribedBy(WebhookResponse)
export class WebhookPatchRequest extends ReadOnlyWebhookProperties {
  @Url(false)
  url?: string;

  @Types(false)
  types?: string[];

  @Text({ ...WEBHOOK_DESCRIPTION_LIMITS, nullable: true })
  description?: string | null;

  @Flag()
  enabled?: boolean;
}

/** Body of a request to tell again. */
@ApiSchema({ name: 'WebhookReplayInput' })
export class WebhookReplayRequest {
  @DateTime({
    required: true,
    description: 'What has changed since this time is told again, as far as the change feed goes back.',
    example: '2026-03-02T16:05:00.000Z',
  })
  since!: string;
}

/** The window and the status of deliveries. */
export class ListDeliveriesQuery extends PageQuery {
  @QueryEnum(DELIVERY_STATUSES, { name: 'WebhookDeliveryStatus', description: 'Only those of this status.' })
  status?: DeliveryStatus;
}
