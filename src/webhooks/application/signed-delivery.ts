import { contentOf, type Attempt, type NewMessage } from '../domain/message.js';
import { signingSecrets, type WebhookState } from '../domain/webhook.js';
import type { WebhookSigner } from './webhook-signer.js';
import type { DeliveryOutcome, WebhookSender } from './webhook.ports.js';

export const HTTP_GONE = 410;

/** The operator has lost or removed the key that has encrypted it. */
export const UNREADABLE_SECRET =
  'The service cannot read the secret: rotate it, or ask the operator for the key that it was encrypted with.';

interface Ports {
  readonly sender: WebhookSender;
  readonly signer: WebhookSigner;
}

/** A message, and the time of an attempt to deliver it. */
interface Sent extends NewMessage {
  readonly createdAt: Date;
  readonly at: Date;
}

/** Signs a message with the secrets of a webhook, and sends it. */
export async function sendSigned(
  { sender, signer }: Ports,
  state: WebhookState,
  { at, ...message }: Sent,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const body = contentOf(message, message.createdAt);
  const { id: webhookId, secrets } = state;
  if (!signer.opens(secrets.current, webhookId)) return { durationMs: 0, reason: UNREADABLE_SECRET };
  const previous = signingSecrets(secrets, at)
    .map(({ secret }) => secret)
    .filter((sealed) => signer.opens(sealed, webhookId));
  const headers = signer.headers(
    { id: message.id, body, at },
    { webhookId, sealed: [secrets.current, ...previous] },
  );
  return sender.send({ url: state.url, headers, body }, signal);
}

export function isDelivered({ status = 0 }: DeliveryOutcome): boolean {
  return status >= 200 && status < 300;
}

/** An attempt as the API shows it. */
export function attemptOf(at: Date, outcome: DeliveryOutcome): Attempt {
  const { durationMs, status, reason, answer } = outcome;
  return {
    at: at.toISOString(),
    durationMs,
    ...(status !== undefined && { status }),
    ...(!isDelivered(outcome) && { reason: reason ?? reasonOf(status) }),
    ...(answer !== undefined && { answer }),
  };
}

function reasonOf(status: number | undefined): string {
  if (status === HTTP_GONE) return 'The receiver wants no messages any more.';
  if (status !== undefined && status >= 300 && status < 400) return 'Redirects are not followed.';
  return 'The answer has no status of success (2xx).';
}
