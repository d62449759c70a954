import type { Request, Response } from 'express';
import type { Representation } from '../dto/representation.js';

/**
 * Whether a client has a representation already (RFC 9110, 13.1.2). Express' own check gives way to a
 * `Cache-Control: no-cache` of the request, which fetch() adds to every request with a condition.
 */
function isKnown(etag: string, condition: string | undefined): boolean {
  if (condition === undefined) return false;
  return (
    condition.trim() === '*' || condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  );
}

/** Sends an answer, or 304 without it when the client has these very bytes. */
export function sendRepresentation(
  { body, etag }: Representation,
  request: Request,
  response: Response,
): void {
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  if (isKnown(etag, request.headers['if-none-match'])) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** An answer that is put together before it is sent. */
export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where the answer is empty. */
  readonly body?: string;
}

/** An answer that is JSON already and that caches do not keep. */
export function jsonAnswer(json: string, headers: Answer['headers'] = {}): Answer {
  return {
    headers: {
      'Cache-Control': 'private, no-store',
      'Content-Type': 'application/json; charset=utf-8',
      ...headers,
    },
    body: json,
  };
}

/** Sends an answer. Its bytes are made once: the length needs them, too. */
export function sendAnswer({ headers, body }: Answer, response: Response): void {
  const bytes = Buffer.from(body ?? '');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', bytes.length);
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

/** Sends an answer that is JSON already and that caches do not keep. */
export function sendJson(json: string, response: Response): void {
  sendAnswer(jsonAnswer(json), response);
}
