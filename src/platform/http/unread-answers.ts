import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import { callerIdOf, type Actor } from '../../shared-kernel/actor.js';
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

interface UnreadAnswer {
  readonly actor: Actor;
  /** Of the body before compression, which the coder keeps until the client takes what comes out. */
  readonly bytes: number;
}

/** The answers of this process that their clients have not taken yet. There are none without a credential. */
const unreadAnswers = new Map<Response, UnreadAnswer>();

/**
 * Refuses another answer to a caller who does not read earlier ones, and to a company whose callers do not: they stay
 * in memory until they are read. One answer is sent whatever its size. It is asked before the work is done, and when
 * the size of the answer is known.
 * @throws {HttpProblem} 429
 */
export function checkUnsent(response: Response, bytes = 0): void {
  const { actor } = response.req;
  if (unreadAnswers.size === 0 || !actor) return;
  const ofCompany = unsentBytes(({ companyId }) => companyId === actor.companyId);
  const ofCaller = unsentBytes((other) => callerIdOf(other) === callerIdOf(actor));
  if (fits(ofCaller, bytes, MAX_UNSENT_BYTES) && fits(ofCompany, bytes, MAX_UNSENT_COMPANY_BYTES)) return;
  throw HttpProblem.of('UNREAD_ANSWERS', { 'Retry-After': RETRY_AFTER_S });
}

function fits(unsent: number, bytes: number, limit: number): boolean {
  return unsent === 0 || unsent + bytes <= limit;
}

/** Bytes of answers that their callers, or some of them, have not read yet. */
export function unsentBytes(isCounted: (actor: Actor) => boolean = () => true): number {
  let sum = 0;
  for (const [{ writableEnded, writableLength }, { actor, bytes }] of unreadAnswers) {
    if (isCounted(actor)) sum += writableEnded ? writableLength : bytes;
  }
  return sum;
}

/**
 * Ends an answer, and counts against its caller and company what the operating system has not taken at once.
 * @param parts - of the body
 */
export function endCounted(response: Response, parts: readonly Buffer[]): void {
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
  const { actor } = response.req;
  // A coder ends the answer later, when all has come out.
  if ((response.writableEnded && response.writableLength === 0) || !actor) return;
  unreadAnswers.set(response, { actor, bytes: parts.reduce((sum, part) => sum + part.length, 0) });
  response.once('close', () => unreadAnswers.delete(response));
}
