import { DomainError } from '../../shared-kernel/domain-error.js';
import { MAX_WEBHOOKS } from './webhook.limits.js';

/** The company has no such webhook. */
export class WebhookNotFound extends DomainError {
  constructor() {
    super('not-found', 'WEBHOOK_NOT_FOUND', 'There is no webhook with this id.');
  }
}

/** The webhook has no such message. */
export class DeliveryNotFound extends DomainError {
  constructor() {
    super('not-found', 'DELIVERY_NOT_FOUND', 'The webhook has no delivery with this id.');
  }
}

/** The company has as many webhooks as a company may have. */
export class TooManyWebhooks extends DomainError {
  constructor() {
    super('conflict', 'TOO_MANY_WEBHOOKS', `A company has at most ${MAX_WEBHOOKS} webhooks.`);
  }
}

/** Nothing is sent to a webhook that is disabled. */
export class WebhookDisabled extends DomainError {
  constructor() {
    super('conflict', 'WEBHOOK_DISABLED', 'The webhook is disabled: enable it first.');
  }
}
