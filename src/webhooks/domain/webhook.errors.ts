import { defineError, DomainError } from '../../shared-kernel/domain-error.js';
import type { DisabledReason } from './disabled-reason.js';
import { MAX_PREVIOUS_SECRETS, MAX_WEBHOOKS } from './webhook.limits.js';

/** The company has no such webhook. */
export class WebhookNotFound extends defineError('WEBHOOK_NOT_FOUND', {
  kind: 'not-found',
  meaning:
    'The company has no webhook with this id, or it belongs to neither the key nor one that it has replaced.',
  remedy: 'Use an id from the list of webhooks. The webhook may have been deleted.',
  detail: 'There is no webhook with this id.',
}) {}

/** The webhook has no such message. */
export class DeliveryNotFound extends defineError('DELIVERY_NOT_FOUND', {
  kind: 'not-found',
  meaning: 'The webhook has no message with this id, or the message is older than 30 days.',
  remedy: 'Use an id from the deliveries of the webhook.',
  detail: 'The webhook has no delivery with this id.',
}) {}

/** The company has as many webhooks as a company may have. */
export class TooManyWebhooks extends defineError('TOO_MANY_WEBHOOKS', {
  kind: 'conflict',
  meaning: 'The company has 10 webhooks, which is as many as it may have.',
  remedy: 'Delete one that is not used, or give one webhook more types.',
  detail: `A company has at most ${MAX_WEBHOOKS} webhooks.`,
}) {}

/** Each secret of the last day still signs. */
export class TooManyRotations extends defineError('TOO_MANY_ROTATIONS', {
  kind: 'conflict',
  meaning:
    'Four secrets before that of the webhook still sign for the 24 hours that they were promised, which is as ' +
    'many as there may be.',
  remedy: 'Use the newest secret that you have, or rotate after the time that the answer names.',
  detail:
    'Beside the secret of a webhook, at most 4 before it sign for their 24 hours: rotate it after ' +
    '2026-03-03T16:05:00.000Z.',
}) {
  constructor(until: Date) {
    super(
      `Beside the secret of a webhook, at most ${MAX_PREVIOUS_SECRETS} before it sign for their 24 hours: ` +
        `rotate it after ${until.toISOString()}.`,
    );
  }
}

/** Nothing is sent to a webhook that is disabled. */
export class WebhookDisabled extends defineError('WEBHOOK_DISABLED', {
  kind: 'conflict',
  meaning: 'Nothing is sent to the webhook, because it is disabled.',
  remedy: 'Read its `disabledReason`, then enable it.',
  detail: 'The webhook is disabled: enable it first.',
}) {}

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
