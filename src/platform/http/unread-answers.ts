import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { HttpProblem } from './http-problem.js';
import { MAX_UNSENT_BYTES } from './limits.js';
import { RETRY_AFTER_S } from './problem.filter.js';

/**
 * Cuts off clients that take nothing of an answer for too long. Node's time-out looks at the bytes that the operating
 * system has taken, so a client that reads slowly is not cut off, however large the answer is. It also ends while the
 * service is still working, which is none of the client's business, and on connections that are kept open, which close.
 * HEADERS_TIMEOUT is for those without a request.
 */
export function cutOffStalled(server: Server, stallMs: number): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response) => latest.set(socket, response));
  server.setTimeout(stallMs, (socket) => {
    const answer = latest.get(socket);
    if (answer && (answer.writableEnded || socket.writableLength > 0)) socket.destroy();
  });
}

/** The answers of this process that their clients have not taken yet, by caller. */
const unreadAnswers = new Map<string, Set<Response>>();

/**
 * Refuses another answer to a caller who does not read earlier ones: they stay in memory until they are read. One answer
 * is sent whatever its size. It is asked before the work is done, and when the size of the answer is known.
 * @throws {HttpProblem} 503
 */
export function checkUnsent(response: Response, bytes = 0): void {
  if (unreadAnswers.size === 0) return;
  let unsent = 0;
  for (const { writableLength } of unreadAnswers.get(callerOf(response.req) ?? '') ?? [])
    unsent += writableLength;
  if (unsent === 0 || unsent + bytes <= MAX_UNSENT_BYTES) return;
  throw new HttpProblem(
    503,
    'UNREAD_ANSWERS',
    'The answers to earlier requests are not read yet; read them, then try again.',
    { headers: { 'Retry-After': RETRY_AFTER_S } },
  );
}

/** Ends an answer, and counts against its caller what the operating system has not taken at once. */
export function endCounted(response: Response, body: Buffer | undefined): void {
  response.end(body);
  const caller = callerOf(response.req);
  if (caller === undefined || response.writableLength === 0) return;
  const answers = unreadAnswers.get(caller) ?? new Set();
  unreadAnswers.set(caller, answers.add(response));
  response.once('close', () => {
    answers.delete(response);
    if (answers.size === 0) unreadAnswers.delete(caller);
  });
}

/** Bytes of answers that their callers have not read yet. */
export function unsentBytes(): number {
  const answers = [...unreadAnswers.values()].flatMap((ofCaller) => [...ofCaller]);
  return answers.reduce((sum, { writableLength }) => sum + writableLength, 0);
}

function callerOf({ actor }: Request): string | undefined {
  return actor?.kind === 'user' ? actor.userId : actor?.apiKeyId;
}
