import { Inject, Injectable, SetMetadata, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import { Counter, Registry } from 'prom-client';
import { Settings } from '../config/settings.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { connectLimiterRedis } from '../rate-limits/limiter-redis.js';
import { RateLimiter, type Usage } from '../rate-limits/rate-limiter.js';
import { HttpProblem } from './http-problem.js';

/** What each limit is called in the header fields, and what its refusal says. */
const LIMITS = {
  credential: { policy: 'default', detail: 'Too many requests with this credential' },
  expensive: { policy: 'expensive', detail: 'Too many expensive reads of this company' },
  unknown: { policy: 'unknown', detail: 'Too many requests with an unknown credential from this address' },
  exports: { policy: 'exports', detail: 'Too many requests of this person for exports' },
} as const;

type LimitName = keyof typeof LIMITS;

/** A limit of some handlers, besides that of the credential. */
export interface HandlerLimit {
  readonly name: 'expensive' | 'exports';
  readonly appliesTo: (request: Request) => boolean;
}

export const HANDLER_LIMIT = 'handler-limit';

/** Counts the requests of a handler, or some of them, against a further limit. */
export function RateLimited(
  name: HandlerLimit['name'],
  appliesTo: HandlerLimit['appliesTo'] = () => true,
): MethodDecorator {
  return SetMetadata(HANDLER_LIMIT, { name, appliesTo } satisfies HandlerLimit);
}

interface Limit {
  readonly limiter: RateLimiter;
  readonly policy: string;
  readonly policyItem: string;
  readonly detail: string;
}

/** Counts requests, refuses those beyond a limit, and reports the use in `RateLimit` and `RateLimit-Policy` (ADR 24). */
@Injectable()
export class RateLimits implements OnModuleDestroy {
  private readonly redis: Redis | undefined;
  private readonly limits: Partial<Record<LimitName, Limit>>;
  private readonly refusals: Counter<'policy'>;

  constructor({ rateLimits, redis }: Settings, @Inject(LOGGER) logger: Logger, registry: Registry) {
    this.refusals = new Counter({
      name: 'wes_rate_limited_requests_total',
      help: 'Requests that were answered 429, by the policy of the rate limit.',
      labelNames: ['policy'],
      registers: [registry],
    });
    for (const { policy } of Object.values(LIMITS)) this.refusals.inc({ policy }, 0);
    const isCounting = Object.values(rateLimits).some((quota) => quota !== undefined);
    this.redis = redis && isCounting ? connectLimiterRedis(redis, logger) : undefined;
    const limits = Object.entries(LIMITS).flatMap(([name, { policy, detail }]) => {
      const quota = rateLimits[name as LimitName];
      if (quota === undefined) return [];
      const policyItem = `"${policy}";q=${quota.uses};w=${quota.windowS}`;
      return [[name, { limiter: new RateLimiter(policy, quota, this.redis), policy, policyItem, detail }]];
    });
    this.limits = Object.fromEntries(limits) as RateLimits['limits'];
  }

  /** Does not wait for Redis, which may not answer. This end of the connection is no event to log. */
  onModuleDestroy(): void {
    this.redis?.removeAllListeners('close').disconnect();
  }

  /**
   * Counts a request.
   * @param key - what the limit is for: the id of a credential, company or person, or an address
   * @throws {HttpProblem} 429
   */
  async count(name: LimitName, key: string, response: Response): Promise<void> {
    const limit = this.limits[name];
    if (limit) this.report(limit, await limit.limiter.use(key), response);
  }

  /**
   * Refuses a request that could not be counted any more, without counting it.
   * @throws {HttpProblem} 429
   */
  async check(name: LimitName, key: string, response: Response): Promise<void> {
    const limit = this.limits[name];
    const usage = await limit?.limiter.exhausted(key);
    if (limit && usage) this.report(limit, usage, response);
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
