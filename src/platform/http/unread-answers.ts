import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { HttpProblem } from './http-problem.js';
import { MAX_UNSENT_BYTES, MAX_UNSENT_COMPANY_BYTES } from './limits.js';
import { RETRY_AFTER_S } from './problem.filter.js';

/**
 * Cuts off clients that do not read an answer for too long. Node's time-out looks at the bytes that the operating
 * system has taken, so a client that reads slowly is not cut off, however large the answer is. It also
 * fires while the service is still working, which must not end the request, and on connections that are kept open,
 * which close. HEADERS_TIMEOUT is for those without a request.
 */
export function cutOffStalled(server: Server, stallMs: number): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response) => latest.set(socket, response));
  server.setTimeout(stallMs, (socket) => {
    const answer = latest.get(socket);
    if (answer && (answer.writableEnded || socket.writableLength > 0)) socket.destroy();
  });
}

/** The answers of this process that their clients have not taken yet, by caller and by company. */
const unreadAnswers = new Map<string, Set<Response>>();

/**
 * Refuses another answer to a caller who does not read earlier ones, and to a company whose callers do not: they stay
 * in memory until they are read. One answer is sent whatever its size. It is asked before the work is done, and when
 * the size of the answer is known.
 * @throws {HttpProblem} 503
 */
export function checkUnsent(response: Response, bytes = 0): void {
  if (unreadAnswers.size === 0) return;
  const { caller, company } = keysOf(response.req);
  const isRead =
    fits(unsentBytesOf(caller), bytes, MAX_UNSENT_BYTES) &&
    fits(unsentBytesOf(company), bytes, MAX_UNSENT_COMPANY_BYTES);
  if (isRead) return;
  throw new HttpProblem(
    503,
    'UNREAD_ANSWERS',
    'The answers to earlier requests are not read yet; read them, then try again.',
    { headers: { 'Retry-After': RETRY_AFTER_S } },
  );
}

function fits(unsent: number, bytes: number, limit: number): boolean {
  return unsent === 0 || unsent + bytes <= limit;
}

function unsentBytesOf(key: string | undefined): number {
  let sum = 0;
  for (const { writableLength } of unreadAnswers.get(key ?? '') ?? []) sum += writableLength;
  return sum;
}

/**
 * Ends an answer, and counts against its caller and company what the operating system has not taken at once.
 * @param parts - of the body
 */
export function endCounted(response: Response, parts: readonly Buffer[]): void {
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
  if (response.writableLength === 0) return;
  for (const key of Object.values(keysOf(response.req))) {
    const answers = unreadAnswers.get(key) ?? new Set();
    unreadAnswers.set(key, answers.add(response));
    response.once('close', () => {
      answers.delete(response);
      if (answers.size === 0) unreadAnswers.delete(key);
    });
  }
}

/** Bytes of answers that their callers have not read yet. */
export function unsentBytes(): number {
  const answers = new Set([...unreadAnswers.values()].flatMap((ofKey) => [...ofKey]));
  return [...answers].reduce((sum, { writableLength }) => sum + writableLength, 0);
}

/** The ids by which an answer is counted. There are none without a credential. */
function keysOf({ actor }: Request): { readonly caller?: string; readonly company?: string } {
  if (!actor) return {};
  return { caller: actor.kind === 'user' ? actor.userId : actor.apiKeyId, company: actor.companyId };
}
