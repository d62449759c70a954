import type { Request, Response } from 'express';
import type { Query } from '../dto/query.js';
import { ReadyBody } from '../dto/ready-body.js';
import { Answer } from './answer.js';
import { IDEMPOTENCY_REPLAYED } from './openapi/response-headers.js';
import { PageBody, pageHeaders } from './page-body.js';
import { checkUnsent, endCounted } from './unread-answers.js';

const READS = new Set(['GET', 'HEAD']);

/**
 * Sends the return value of a handler: an object as JSON, a string as text, a {@link ReadyBody}, or nothing. A client
 * that has the same already gets 304. Headers that the handler has set stay.
 * @returns the bytes of the body before compression
 * @throws {HttpProblem} 429 when the caller of a read has too many answers that are not read
 */
export function sendAnswer(returned: unknown, response: Response, { isTagged = true } = {}): number {
  const { body, extra } = returned instanceof Answer ? returned : new Answer(returned);
  if (extra.status !== undefined) response.status(extra.status);
  setHeaders(response, extra.headers ?? {});
  setDefault(response, 'Cache-Control', 'private, no-store');
  if (body === undefined) {
    response.end();
    return 0;
  }
  const ready = toReadyBody(body);
  if (ready instanceof PageBody) setHeaders(response, pageHeaders(ready, response.req.query as Query));
  const etag = isTagged ? ready.etag : undefined;
  const isRead = READS.has(response.req.method);
  if (etag !== undefined && isRead && isKnown(etag, response.req)) {
    response.status(304).vary('Accept-Encoding').setHeader('ETag', etag).end();
    return 0;
  }
  const length = ready.parts.reduce((sum, part) => sum + part.length, 0);
  // A write that is done is always answered; its repeat only reads.
  if (isRead || response.hasHeader(IDEMPOTENCY_REPLAYED)) checkUnsent(response, length);
  if (etag !== undefined) response.setHeader('ETag', etag);
  setDefault(response, 'Content-Type', ready.type);
  response.setHeader('Content-Length', length);
  endCounted(response, response.req.method === 'HEAD' ? [] : ready.parts);
  return length;
}

function toReadyBody(body: unknown): ReadyBody {
  if (body instanceof ReadyBody) return body;
  if (typeof body === 'string') return new ReadyBody(body, 'text/plain; charset=utf-8');
  return new ReadyBody(JSON.stringify(body));
}

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function setDefault(response: Response, name: string, value: string): void {
  if (!response.hasHeader(name)) response.setHeader(name, value);
}

/**
 * True if the client has the answer with this tag already (RFC 9110, 13.1.2). Express' own check gives way to a
 * `Cache-Control: no-cache` of the request, which fetch() adds to every request with a condition.
 */
function isKnown(etag: string, { headers }: Request): boolean {
  const condition = headers['if-none-match'];
  if (condition === undefined) return false;
  return (
    condition.trim() === '*' || condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}
