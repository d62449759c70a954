import type { ErrorCodeDefinition } from './error-code.js';

/** Errors of webhooks. */
export const WEBHOOK_ERROR_CODES = {
  WEBHOOK_NOT_FOUND: {
    statuses: [404],
    meaning:
      'The company has no webhook with this id, or it belongs to neither the key nor one that it has replaced.',
    remedy: 'Use an id from the list of webhooks. The webhook may have been deleted.',
    detail: 'There is no webhook with this id.',
  },
  DELIVERY_NOT_FOUND: {
    statuses: [404],
    meaning: 'The webhook has no message with this id, or the message is older than 30 days.',
    remedy: 'Use an id from the deliveries of the webhook.',
    detail: 'The webhook has no delivery with this id.',
  },
  TOO_MANY_WEBHOOKS: {
    statuses: [409],
    meaning: 'The company has 10 webhooks, which is as many as it may have.',
    remedy: 'Delete one that is not used, or give one webhook more types.',
    detail: 'A company has at most 10 webhooks.',
  },
  TOO_MANY_ROTATIONS: {
    statuses: [409],
    meaning:
      'Four secrets before that of the webhook still sign for the 24 hours that they were promised, which is as ' +
      'many as there may be.',
    remedy: 'Use the newest secret that you have, or rotate after the time that the answer names.',
    detail:
      'Beside the secret of a webhook, at most 4 before it sign for their 24 hours: rotate it after ' +
      '2026-03-03T16:05:00.000Z.',
  },
  WEBHOOK_DISABLED: {
    statuses: [409],
    meaning: 'Nothing is sent to the webhook, because it is disabled.',
    remedy: 'Read its `disabledReason`, then enable it.',
    detail: 'The webhook is disabled: enable it first.',
  },
} as const satisfies Record<string, ErrorCodeDefinition>;
