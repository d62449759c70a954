import type { ChangeMessage, ChangesWaitingMessage, TestMessage } from './generated.js';

/**
 * A message to a webhook; `type` says which one. A newer service may send types that this version does not know:
 * ignore those.
 */
export type WebhookMessage = ChangeMessage | ChangesWaitingMessage | TestMessage;

/** The headers of a request: `Headers`, or an object with names in any case. */
export type WebhookHeaders =
  Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Causes for which a message is refused. `SECRET_MALFORMED` is an error of the receiver, not of the sender. */
export type WebhookErrorReason =
  | 'SECRET_MALFORMED'
  | 'HEADER_MISSING'
  | 'TIMESTAMP_MALFORMED'
  | 'TOO_OLD'
  | 'TOO_NEW'
  | 'SIGNATURE_WRONG'
  | 'BODY_MALFORMED';

/** A request that is not a message of the service, or was sent again by another. Answer it with 400. */
export class WebhookVerificationError extends Error {
  constructor(
    readonly reason: WebhookErrorReason,
    message: string,
  ) {
    super(message);
  }
}

/** Largest difference between `webhook-timestamp` and the clock of the receiver, in seconds. */
const TOLERANCE_S = 300;

/**
 * Verifies a message to a webhook (Standard Webhooks 1.0).
 * @param body - the body as it has arrived: JSON that was parsed and written again has another signature
 * @param secret - of the webhook, with `whsec_`
 * @returns the content of the message
 * @throws {WebhookVerificationError}
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
): Promise<WebhookMessage> {
  const key = await keyOf(secret);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  checkTime(timestamp);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...content]);
  if (!(await isSigned(signatures, signed, key)))
    throw new WebhookVerificationError('SIGNATURE_WRONG', 'No signature of the message is right.');
  try {
    return JSON.parse(text) as WebhookMessage;
  } catch {
    throw new WebhookVerificationError('BODY_MALFORMED', 'The body is not JSON.');
  }
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!bytes?.length)
    throw new WebhookVerificationError('SECRET_MALFORMED', 'The secret is not whsec_ and Base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('HEADER_MISSING', `The header ${name} is missing, or is there twice.`);
}

function isHeaders(headers: WebhookHeaders): headers is Pick<Headers, 'get'> {
  return typeof headers.get === 'function';
}

function checkTime(timestamp: string): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('TIMESTAMP_MALFORMED', 'webhook-timestamp is no number of seconds.');
  const age = Date.now() / 1_000 - Number(timestamp);
  if (age > TOLERANCE_S)
    throw new WebhookVerificationError('TOO_OLD', 'The message was sent more than 5 minutes ago.');
  if (age < -TOLERANCE_S)
    throw new WebhookVerificationError('TOO_NEW', 'The message is from more than 5 minutes in the future.');
}

/** While a secret is rotated there is a signature by each. Web Crypto compares in constant time. */
async function isSigned(
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
  key: CryptoKey,
): Promise<boolean> {
  const versioned = signatures.split(' ').filter((each) => each.startsWith('v1,'));
  for (const each of versioned) {
    const signature = bytesOf(each.slice('v1,'.length));
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
