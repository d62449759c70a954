import type { Request, Response } from 'express';
import type { Representation } from '../dto/representation.js';
import { checkUnsent } from './unread-answers.js';

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

/**
 * Sends an answer, or 304 without it when the client has these very bytes.
 * @throws {HttpProblem} 503 when the caller has too many answers that are not read
 */
export function sendRepresentation(
  { body, etag, type }: Representation,
  request: Request,
  response: Response,
): void {
  checkUnsent(response, body.length);
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  if (isKnown(etag, request.headers['if-none-match'])) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Sends an answer that is JSON already and is not kept. Its bytes are made once: the length needs them, too.
 * @throws {HttpProblem} 503 when the caller has too many answers that are not read
 */
export function sendJson(json: string, response: Response): void {
  const body = Buffer.from(json);
  checkUnsent(response, body.length);
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
