import { newId } from '../../../src/shared-kernel/id.js';
import { leastQuery } from '../../support/documented-requests.js';
import type { WireRequest } from '../harness/wire-client.js';
import type { Caller } from './company.js';
import { leastOf, type GuardedRequest } from './document.js';

/** True of a caller whose role or scope may call an operation. */
export function isAllowed({ area, holders }: GuardedRequest, { credential }: Caller): boolean {
  return (
    area === undefined ||
    (credential?.area === area && credential.rights.some((right) => holders.includes(right)))
  );
}

/**
 * A request of a caller with the least body that the operation takes.
 * @param query - in place of the least that the operation takes
 */
export function request(
  operation: GuardedRequest,
  { headers }: Caller,
  ids: Readonly<Record<string, string>>,
  query = leastQuery(operation, ids),
): WireRequest {
  const { method, path, body, leastBody } = operation;
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? newId());
  const isScim = path.includes('/scim/');
  const sent = { method, path: target + query, headers: isScim ? asBearer(headers) : headers };
  if (leastBody) return withBody(sent, leastBody('nobody'));
  return body ? withBody(sent, leastOf(body, 'nobody@example.com')) : sent;
}

/** The request with a body. */
export function withBody(sent: WireRequest, body: unknown): WireRequest {
  return {
    ...sent,
    headers: { ...sent.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** A text of the same form that nothing has. */
export function unknownLike(text: string): string {
  return /^[0-9a-f]{24}$/.test(text) ? newId() : text.replace(/canary(one|two)/, 'nothing00');
}

/** The key of a caller in the place where SCIM reads it. */
export function asBearer({
  serviceAPIKey,
  ...others
}: Readonly<Record<string, string>>): Record<string, string> {
  return serviceAPIKey === undefined ? others : { ...others, Authorization: `Bearer ${serviceAPIKey}` };
}
