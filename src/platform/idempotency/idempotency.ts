import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Actor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { IdempotencyKeys, type IdempotencyKey, type RecordedAnswer } from '../database/idempotency-keys.js';
import { HttpProblem } from '../http/http-problem.js';
import { sendAnswer, type Answer } from '../http/representation.js';
import { pathOf } from '../http/request.js';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED, PRINTABLE_ASCII } from './api-idempotent.js';

const RETRY_AFTER_S = '1';

/**
 * Carries out a request once, however often it is sent with the same `Idempotency-Key` (ADR 22). The key, the effect and
 * the answer are stored in one transaction, so that there is either all of them or nothing.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Does the work and answers with its result, or repeats the answer to an equal request of the same caller.
   * @param work - what to do; everything that it reads and writes belongs to the transaction, if there is one
   * @param toAnswer - the answer to the request, which reads nothing
   * @returns the result; undefined if the answer was a repeat
   * @throws {HttpProblem}
   */
  async answer<T>(
    response: Response,
    work: (transaction?: Transaction) => Promise<T>,
    toAnswer: (result: T) => Answer,
  ): Promise<T | undefined> {
    const request = response.req;
    const key = keyOf(request);
    if (key === undefined) {
      const result = await work();
      sendAnswer(toAnswer(result), response);
      return result;
    }
    const { result, answer } = await this.once(key, digestOf(request), work, toAnswer);
    sendAnswer(answer, response);
    return result;
  }

  private once<T>(
    key: IdempotencyKey,
    requestDigest: Buffer,
    work: (transaction: Transaction) => Promise<T>,
    toAnswer: (result: T) => Answer,
  ): Promise<{ readonly result?: T; readonly answer: Answer }> {
    return this.unitOfWork.run(async (transaction) => {
      const recorded = await this.find(key, transaction);
      if (recorded) {
        if (!recorded.requestDigest.equals(requestDigest)) throw reused();
        const { answer } = recorded;
        return { answer: { ...answer, headers: { ...answer.headers, [IDEMPOTENCY_REPLAYED]: 'true' } } };
      }
      const result = await work(transaction);
      const answer = toAnswer(result);
      await this.keys.record(key, { requestDigest, answer }, transaction);
      return { result, answer };
    });
  }

  private async find(
    key: IdempotencyKey,
    transaction: Transaction,
  ): Promise<RecordedAnswer<Answer> | undefined> {
    if (!(await this.keys.lock(key, transaction))) throw inUse();
    return this.keys.find<Answer>(key, transaction);
  }
}

/** Undefined where the request has no key. */
function keyOf({ headers, actor }: Request): IdempotencyKey | undefined {
  const key = headers[IDEMPOTENCY_KEY.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !PRINTABLE_ASCII.test(key)) {
    throw new HttpProblem(
      400,
      'IDEMPOTENCY_KEY_INVALID',
      `${IDEMPOTENCY_KEY} must have 1 to 255 printable ASCII characters.`,
    );
  }
  if (!actor) throw new Error('Only requests with a credential are idempotent by a key.');
  return [actor.companyId, idOf(actor), key];
}

function idOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.userId : actor.apiKeyId;
}

/** Of the path and the body. White space between the values of the body does not count. */
function digestOf(request: Request): Buffer {
  const body = JSON.stringify(request.body) as string | undefined;
  return createHash('sha256')
    .update(`${pathOf(request)}\n${body ?? ''}`)
    .digest();
}

function inUse(): HttpProblem {
  return new HttpProblem(
    409,
    'IDEMPOTENCY_KEY_IN_USE',
    `A request with this ${IDEMPOTENCY_KEY} is still being carried out.`,
    { headers: { 'Retry-After': RETRY_AFTER_S } },
  );
}

function reused(): HttpProblem {
  return new HttpProblem(
    422,
    'IDEMPOTENCY_KEY_REUSED',
    `This ${IDEMPOTENCY_KEY} was sent with another request.`,
  );
}
