import type { Request, Response } from 'express';
import { tagOf, type Representation } from '../dto/representation.js';
import { checkUnsent, endCounted } from './unread-answers.js';

const NO_STORE = 'private, no-store';

/** Whether a request may be answered with 304. */
export function isConditional({ headers }: Request): boolean {
  return headers['if-none-match'] !== undefined;
}

/**
 * Whether a client has the answer with a tag already (RFC 9110, 13.1.2). Express' own check gives way to a
 * `Cache-Control: no-cache` of the request, which fetch() adds to every request with a condition.
 */
export function isKnown(etag: string | undefined, { headers }: Request): etag is string {
  const condition = headers['if-none-match'];
  if (condition === undefined || etag === undefined) return false;
  return (
    condition.trim() === '*' || condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}

/** Answers a client that has the answer with a tag already. */
export function sendNotModified(etag: string, response: Response, cacheControl = NO_STORE): void {
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', cacheControl);
  response.status(304).end();
}

/**
 * Sends an answer, or 304 without it when the client has these very bytes.
 * @throws {HttpProblem} 503 when the caller has too many answers that are not read
 */
export function sendRepresentation(
  { body, etag, type }: Representation,
  request: Request,
  response: Response,
): void {
  const cacheControl = 'private, no-cache';
  if (isKnown(etag, request)) {
    sendNotModified(etag, response, cacheControl);
    return;
  }
  checkUnsent(response, body.length);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  endCounted(response, request.method === 'HEAD' ? undefined : body);
}

/** An answer that is put together before it is sent. */
export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where the answer is empty. */
  readonly body?: string;
}

const JSON_HEADERS = { 'Cache-Control': NO_STORE, 'Content-Type': 'application/json; charset=utf-8' };

/** An answer that is JSON already and that caches do not keep. */
export function jsonAnswer(json: string, headers: Answer['headers'] = {}): Answer {
  return { headers: { ...JSON_HEADERS, ...headers }, body: json };
}

/** A {@link jsonAnswer} with its tag: the answer to a write, which is what a read answers next. */
export function taggedAnswer(json: string): Answer {
  return jsonAnswer(json, { ETag: tagOf(json) });
}

/**
 * Sends an answer. Its bytes are made once: the length needs them, too. A write that is done is always answered.
 * @throws {HttpProblem} 503 when the caller of a read has too many answers that are not read
 */
export function sendAnswer({ headers, body }: Answer, response: Response): void {
  sendBytes(Buffer.from(body ?? ''), headers, response);
}

/** Sends an answer that is JSON already and that caches do not keep. */
export function sendJson(json: string, response: Response): void {
  sendBytes(Buffer.from(json), JSON_HEADERS, response);
}

/** Sends JSON with its tag, or 304 without it when the client has it already. */
export function sendTagged(json: string, request: Request, response: Response): void {
  const bytes = Buffer.from(json);
  const etag = tagOf(bytes);
  if (isKnown(etag, request)) {
    sendNotModified(etag, response);
    return;
  }
  sendBytes(bytes, JSON_HEADERS, response, etag);
}

function sendBytes(bytes: Buffer, headers: Answer['headers'], response: Response, etag?: string): void {
  const { method } = response.req;
  if (method === 'GET') checkUnsent(response, bytes.length);
  if (etag !== undefined) response.setHeader('ETag', etag);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  response.setHeader('Content-Length', bytes.length);
  endCounted(response, method === 'HEAD' ? undefined : bytes);
}
