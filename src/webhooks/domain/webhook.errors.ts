import { DomainError } from '../../shared-kernel/domain-error.js';
import type { DisabledReason } from './disabled-reason.js';
import { MAX_PREVIOUS_SECRETS, MAX_WEBHOOKS } from './webhook.limits.js';

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

/** Each secret of the last day still signs. */
export class TooManyRotations extends DomainError {
  constructor(until: Date) {
    super(
      'conflict',
      'TOO_MANY_ROTATIONS',
      `Beside the secret of a webhook, at most ${MAX_PREVIOUS_SECRETS} before it sign for their 24 hours: ` +
        `rotate it after ${until.toISOString()}.`,
    );
  }
}

/** Nothing is sent to a webhook that is disabled. */
export class WebhookDisabled extends DomainError {
  constructor() {
    super('conflict', 'WEBHOOK_DISABLED', 'The webhook is disabled: enable it first.');
  }
}

const OWNER_PROBLEMS: Partial<Record<DisabledReason, string>> = {
  KEY_REVOKED: 'the API key that it belongs to is revoked or has expired',
  SCOPE_MISSING: 'the API key that it belongs to lacks a scope that its types need',
  USER_NOT_ADMIN: 'the user to whom it belongs is no active admin',
};

/** An operator wants to enable a webhook that its owner may not have. */
export class WebhookOwnerNotAllowed extends DomainError {
  constructor(reason: DisabledReason) {
    super(
      'conflict',
      'WEBHOOK_OWNER_NOT_ALLOWED',
      `The webhook stays disabled (${reason}): ${OWNER_PROBLEMS[reason] ?? 'its owner may not have it'}. ` +
        'An admin or a key of the company that may have it takes it over by enabling it.',
    );
  }
}

/** An operator has not confirmed a deletion. */
export class WebhookNotDeleted extends DomainError {
  constructor() {
    super('conflict', 'WEBHOOK_NOT_DELETED', 'Nothing was deleted: confirm with y, or pass --yes.');
  }
}

/** Stored secrets of webhooks were encrypted with a key that is not known. */
export class SecretsUnreadable extends DomainError {
  constructor(webhooks: number) {
    super(
      'conflict',
      'SECRETS_UNREADABLE',
      `SECRETS_KEY lacks the key of ${webhooks} webhooks: name it after the newest one, separated by a comma. ` +
        'If it is lost, the company has to rotate their secrets.',
    );
  }
}
