import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import { Counter, Registry } from 'prom-client';
import { Settings } from '../config/settings.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { connectLimiterRedis } from '../rate-limits/limiter-redis.js';
import { RateLimiter, type Usage } from '../rate-limits/rate-limiter.js';
import { StoredBytes } from '../rate-limits/stored-bytes.js';
import { HttpProblem } from './http-problem.js';
import { WriteLimitUse } from './write-limit-use.js';

/** Names of the limits in the header fields, and the texts of their refusals. */
const LIMITS = {
  credential: { policy: 'default', detail: 'Too many requests with this credential' },
  expensive: { policy: 'expensive', detail: 'Too many expensive reads of this company' },
  search: {
    policy: 'search',
    detail: 'Too many searches, summaries and pages of the audit trail of this person',
  },
  people: { policy: 'people', detail: 'Too many look-ups of people by this person' },
  exports: { policy: 'exports', detail: 'Too many requests of this person for exports' },
  writes: {
    policy: 'writes',
    detail: 'The requests of this company have stored as much as they may for now',
    unit: 'content-bytes',
  },
  signIns: { policy: 'sign-in', detail: 'Too many sign-ins of this network have failed' },
} as const;

type LimitName = keyof typeof LIMITS;

/** A limit of some handlers, besides that of the credential. */
export interface HandlerLimit {
  readonly name: 'expensive' | 'search' | 'people' | 'exports';
  readonly appliesTo: (request: Request) => boolean;
}

const HANDLER_LIMITS = 'handler-limits';

/** Counts the requests of a handler, or some of them, against a further limit. A handler may have several. */
export function RateLimited(
  name: HandlerLimit['name'],
  appliesTo: HandlerLimit['appliesTo'] = () => true,
): MethodDecorator {
  return (_target, _name, descriptor) => {
    const handler = descriptor.value as object;
    const others = (Reflect.getMetadata(HANDLER_LIMITS, handler) ?? []) as readonly HandlerLimit[];
    Reflect.defineMetadata(HANDLER_LIMITS, [...others, { name, appliesTo }], handler);
  };
}

/** The further limits of a handler that apply to a request. */
export function limitsOf(handler: object, request: Request): readonly HandlerLimit[] {
  const limits = (Reflect.getMetadata(HANDLER_LIMITS, handler) ?? []) as readonly HandlerLimit[];
  return limits.filter(({ appliesTo }) => appliesTo(request));
}

/** True for requests that keep a processor busy. */
export function isBusyRead(handler: object, request: Request): boolean {
  return limitsOf(handler, request).some(({ name }) => name === 'expensive' || name === 'search');
}

interface Limit {
  readonly limiter: RateLimiter;
  readonly policy: string;
  readonly policyItem: string;
  readonly detail: string;
}

/**
 * Counts requests, refuses those beyond a limit, and reports the use in `RateLimit` and `RateLimit-Policy` (ADR 24).
 */
@Injectable()
export class RateLimits implements OnModuleDestroy {
  private readonly redis: Redis | undefined;
  private readonly limits: Partial<Record<LimitName, Limit>>;
  private readonly refusals: Counter<'policy'>;
  private readonly writeLimitUse: WriteLimitUse;

  constructor(
    { rateLimits, redis }: Settings,
    @Inject(LOGGER) logger: Logger,
    registry: Registry,
    storedBytes: StoredBytes,
  ) {
    this.refusals = new Counter({
      name: 'wes_rate_limited_requests_total',
      help: 'Requests that were answered 429, by the policy of the rate limit.',
      labelNames: ['policy'],
      registers: [registry],
    });
    for (const { policy } of Object.values(LIMITS)) this.refusals.inc({ policy }, 0);
    const isCounting = Object.values(rateLimits).some((quota) => quota !== undefined);
    this.redis = redis && isCounting ? connectLimiterRedis(redis, logger) : undefined;
    const limits = Object.entries(LIMITS).flatMap(([name, { policy, detail, ...rest }]) => {
      const quota = rateLimits[name as LimitName];
      if (quota === undefined) return [];
      const unit = 'unit' in rest ? `;qu="${rest.unit}"` : '';
      const policyItem = `"${policy}";q=${quota.uses};w=${quota.windowS}${unit}`;
      return [[name, { limiter: new RateLimiter(policy, quota, this.redis), policy, policyItem, detail }]];
    });
    this.limits = Object.fromEntries(limits) as RateLimits['limits'];
    this.writeLimitUse = new WriteLimitUse(rateLimits.writes, logger, registry);
    const { writes } = this.limits;
    if (writes) storedBytes.onCommit((companyId, bytes) => void this.countStored(writes, companyId, bytes));
  }

  /** Does not wait for Redis, which may not answer, and does not log the end of this connection. */
  onModuleDestroy(): void {
    this.redis?.removeAllListeners('close').disconnect();
  }

  /**
   * Counts a request.
   * @param key - what the limit is for: the id of a credential, company or person
   * @throws {HttpProblem} 429
   */
  async count(name: LimitName, key: string, response: Response): Promise<void> {
    const limit = this.limits[name];
    if (limit) this.report(limit, await limit.limiter.use(key), response);
  }

  /**
   * Refuses a write of a company that has stored as much as it may. What is left need not be enough for the write: its
   * bytes are known, and counted, when it is done.
   * @throws {HttpProblem} 429
   */
  async checkWrite(companyId: string, response: Response): Promise<void> {
    const limit = this.limits.writes;
    if (limit) this.report(limit, await limit.limiter.left(companyId), response);
  }

  /**
   * Counts work that fails. It counts before the work, so that many at the same moment do not pass, and is taken back
   * when the work succeeds.
   * @throws {HttpProblem} 429
   */
  async countFailed<T>(name: LimitName, key: string, response: Response, work: () => Promise<T>): Promise<T> {
    const limit = this.limits[name];
    if (!limit) return work();
    const usage = await limit.limiter.use(key);
    if (usage.isExceeded) this.report(limit, usage, response);
    const result = await work().catch((error: unknown) => {
      this.report(limit, usage, response);
      throw error;
    });
    await limit.limiter.giveBack(key);
    this.report(limit, { ...usage, remaining: usage.remaining + 1 }, response);
    return result;
  }

  /**
   * Counts work after it has failed. For work that nobody can guess: successes at the same moment do not use up the
   * limit, and a few failures more than it may pass.
   * @throws {HttpProblem} 429 before the work
   */
  async countFailures<T>(
    name: LimitName,
    key: string,
    response: Response,
    work: () => Promise<T>,
  ): Promise<T> {
    const limit = this.limits[name];
    if (!limit) return work();
    const before = await limit.limiter.left(key);
    if (before.isExceeded) this.report(limit, before, response);
    const result = await work().catch(async (error: unknown) => {
      const usage = await limit.limiter.use(key);
      this.report(limit, { ...usage, isExceeded: false }, response);
      throw error;
    });
    this.report(limit, before, response);
    return result;
  }

  private async countStored({ limiter }: Limit, companyId: string, bytes: number): Promise<void> {
    this.writeLimitUse.add(companyId, await limiter.use(companyId, bytes), bytes);
  }

  /** Both fields are lists with an item for each limit that the request counted against. */
  private report(
    { policy, policyItem, detail }: Limit,
    { isExceeded, remaining, resetS }: Usage,
    response: Response,
  ): void {
    response.appendHeader('RateLimit-Policy', policyItem);
    response.appendHeader('RateLimit', `"${policy}";r=${remaining};t=${resetS}`);
    if (!isExceeded) return;
    this.refusals.inc({ policy });
    throw new HttpProblem(429, 'TOO_MANY_REQUESTS', `${detail}; try again in ${resetS} s.`, {
      headers: { 'Retry-After': String(resetS) },
    });
  }
}
