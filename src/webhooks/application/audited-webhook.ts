import type { WebhookState } from '../domain/webhook.js';

/** Without secrets: that of a rotation is shown by the end of the one before. */
export function auditedOf(state: WebhookState): object {
  const { url, types, description, secrets, owner, disabled } = state;
  const [previous] = secrets.previous;
  return {
    url,
    types,
    ...(description !== undefined && { description }),
    ...owner,
    enabled: disabled === undefined,
    ...(disabled && { disabledReason: disabled.reason }),
    ...(previous && { previousSecretUntil: previous.until }),
  };
}
