import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { callerIdOf, type Actor } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { IdempotencyKeys, type IdempotencyKey, type RecordedRequest } from '../database/idempotency-keys.js';
import { HttpProblem } from '../http/http-problem.js';
import { IDEMPOTENCY_REPLAYED } from '../http/openapi/response-headers.js';
import { pathOf } from '../http/request.js';
import { StoredBytes } from '../rate-limits/stored-bytes.js';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

const PRINTABLE_ASCII = /^[ -~]{1,255}$/;

const RETRY_AFTER = { 'Retry-After': '1' };

/** Longest reference that does not count as written by the company. Those of single resources are ids. */
const FREE_LENGTH = 255;

/** Documents that a handler answers by {@link Idempotency}. Its errors and the header of repeats follow from it. */
export function ApiIdempotent(): MethodDecorator {
  return ApiHeader({
    name: IDEMPOTENCY_KEY,
    required: false,
    description:
      'A key of the client for this request, such as a UUID. Within 24 hours, the same request with the ' +
      'same key is not carried out again: it is answered with the resource as the caller would read it ' +
      `now, or 404 if the resource is gone, with \`${IDEMPOTENCY_REPLAYED}: true\`. Refused requests are ` +
      'not remembered.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: PRINTABLE_ASCII.source },
  });
}

/** The work of a request that makes a resource, and its answers. */
export interface Creation<T, A> {
  /** Makes the resource. Everything that it reads and writes belongs to the transaction, if there is one. */
  readonly create: (transaction?: Transaction) => Promise<T>;
  /**
   * The id of the resource, by which a repeat reads it; for many resources, what a repeat is answered with. Without
   * personal data.
   */
  readonly idOf: (created: T) => string;
  /** The answer to the request that is carried out. */
  readonly answer: (created: T) => A | Promise<A>;
  /**
   * The answer to a repeat: the resource as the caller reads it now. Fails like a read by this caller where the
   * resource is gone or may not be read any more.
   */
  readonly repeat: (id: string) => Promise<A>;
}

/** A request with a key. */
interface KeyedRequest {
  readonly actor: Actor;
  readonly key: IdempotencyKey;
  readonly digest: Buffer;
}

type Outcome<T> = { readonly created: T } | { readonly recorded: RecordedRequest };

/**
 * Carries out a request once, however often it is sent with the same `Idempotency-Key` (ADR 22). The effect and its key
 * are stored in one transaction, so that there is either both of them or nothing.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly storedBytes: StoredBytes,
  ) {}

  /**
   * Makes a resource, or reads it if an equal request of the same caller has made it. The header of a repeat is set
   * first: it also distinguishes a refusal of the read from one of the request.
   * @returns what the handler returns
   * @throws {HttpProblem}
   */
  async answer<T, A>(request: Request, creation: Creation<T, A>): Promise<A> {
    const keyed = keyedRequest(request);
    if (!keyed) return creation.answer(await creation.create());
    const response = request.res as Response;
    const outcome = await this.once(keyed, creation, response.statusCode);
    if ('created' in outcome) return creation.answer(outcome.created);
    const { status, resourceId } = outcome.recorded;
    response.status(status).setHeader(IDEMPOTENCY_REPLAYED, 'true');
    return creation.repeat(resourceId);
  }

  private once<T>(
    { actor, key, digest }: KeyedRequest,
    { create, idOf }: Pick<Creation<T, unknown>, 'create' | 'idOf'>,
    status: number,
  ): Promise<Outcome<T>> {
    return this.unitOfWork.run(async (transaction) => {
      const isFree = await this.keys.lock(key, transaction);
      const recorded = await this.keys.find(key, transaction); // also without the lock: another repeat may have it
      if (recorded) {
        if (!recorded.requestDigest.equals(digest)) throw HttpProblem.of('IDEMPOTENCY_KEY_REUSED');
        return { recorded };
      }
      if (!isFree) throw HttpProblem.of('IDEMPOTENCY_KEY_IN_USE', RETRY_AFTER);
      const created = await create(transaction);
      const resourceId = idOf(created);
      await this.keys.record(key, { requestDigest: digest, status, resourceId }, transaction);
      if (resourceId.length > FREE_LENGTH)
        this.storedBytes.count(actor, [{ change: {}, record: [resourceId] }], transaction);
      return { created };
    });
  }
}

/** Undefined where the request has no key. Neither the key nor the caller can be read from the digests. */
function keyedRequest(request: Request): KeyedRequest | undefined {
  const { actor, headers } = request;
  const key = headers[IDEMPOTENCY_KEY.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !PRINTABLE_ASCII.test(key)) throw HttpProblem.of('IDEMPOTENCY_KEY_INVALID');
  if (!actor) throw new Error('Only requests with a credential are idempotent by a key.');
  const keyDigest = createHash('sha256')
    .update(`${callerIdOf(actor)}\n${key}`)
    .digest();
  return { actor, key: [actor.companyId, keyDigest], digest: digestOf(request, key) };
}

/**
 * Of the path and the body. White space between the values of the body does not count. The key is the secret of
 * the HMAC, so that likely bodies cannot be tried against a digest.
 */
function digestOf(request: Request, key: string): Buffer {
  const body = JSON.stringify(request.body) as string | undefined;
  return createHmac('sha256', key)
    .update(`${pathOf(request)}\n${body ?? ''}`)
    .digest();
}
