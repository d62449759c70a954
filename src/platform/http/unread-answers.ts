import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { HttpProblem } from './http-problem.js';
import { MAX_UNSENT_BYTES } from './limits.js';
import { RETRY_AFTER_S } from './problem.filter.js';

/**
 * Cuts off clients that take nothing of an answer for too long. Node's time-out looks at the bytes that the operating
 * system has taken, so a client that reads slowly is not cut off, however large the answer is. It also ends while the
 * service is still working, which is none of the client's business.
 */
export function cutOffStalled(stallMs: number): RequestHandler {
  return (_request, response, next) => {
    response.setTimeout(stallMs, () => {
      if (response.writableLength > 0) response.destroy();
    });
    next();
  };
}

/** The answers of this process that are not sent yet, by caller. */
const openAnswers = new Map<string, Set<Response>>();

/**
 * Refuses a caller who does not read the answers to earlier requests: they stay in memory until they are read. It is
 * asked before the work is done, and {@link checkUnsent} when the size of the answer is known.
 */
@Injectable()
export class UnreadAnswersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const caller = callerOf(http.getRequest<Request>());
    if (caller === undefined) return true;
    const response = http.getResponse<Response>();
    checkUnsent(response, 0);
    const answers = openAnswers.get(caller) ?? new Set();
    openAnswers.set(caller, answers.add(response));
    response.once('close', () => {
      answers.delete(response);
      if (answers.size === 0) openAnswers.delete(caller);
    });
    return true;
  }
}

/**
 * Checks that a caller who has not read earlier answers yet may get another one. One answer is sent whatever its size.
 * @throws {HttpProblem} 503
 */
export function checkUnsent(response: Response, bytes: number): void {
  const caller = callerOf(response.req);
  if (caller === undefined) return;
  let unsent = 0;
  for (const { writableLength } of openAnswers.get(caller) ?? []) unsent += writableLength;
  if (unsent === 0 || unsent + bytes <= MAX_UNSENT_BYTES) return;
  throw new HttpProblem(
    503,
    'UNREAD_ANSWERS',
    'The answers to earlier requests are not read yet; read them, then try again.',
    { headers: { 'Retry-After': RETRY_AFTER_S } },
  );
}

/** Bytes of answers that their callers have not read yet. */
export function unsentBytes(): number {
  const answers = [...openAnswers.values()].flatMap((ofCaller) => [...ofCaller]);
  return answers.reduce((sum, { writableLength }) => sum + writableLength, 0);
}

function callerOf({ actor }: Request): string | undefined {
  return actor?.kind === 'user' ? actor.userId : actor?.apiKeyId;
}
