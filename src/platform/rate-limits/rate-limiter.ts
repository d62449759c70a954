import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';
import type { Quota } from '../config/parsers.js';

/** Use of a quota by a key in its current window. */
export interface Usage {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetS: number;
}

/**
 * Counts uses of a quota per key. A window begins with the first use and ends after its time. Counts are kept in Redis,
 * and in memory without Redis and while it does not answer.
 */
export class RateLimiter {
  private readonly limiter: RateLimiterMemory | RateLimiterRedis;

  constructor(
    name: string,
    private readonly quota: Quota,
    redis: Redis | undefined,
  ) {
    const options = { keyPrefix: `wes:limit:${name}`, points: quota.uses, duration: quota.windowS };
    const memory = new RateLimiterMemory(options);
    this.limiter =
      redis === undefined
        ? memory
        : new RateLimiterRedis({
            ...options,
            storeClient: redis,
            rejectIfRedisNotReady: true,
            insuranceLimiter: memory,
            // Refused requests cost no round trip.
            inMemoryBlockOnConsumed: quota.uses + 1,
          });
  }

  /** Counts uses. */
  async use(key: string, uses = 1): Promise<Usage> {
    try {
      return usageOf(await this.limiter.consume(key, uses), false);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return usageOf(refusal, true);
    }
  }

  /** Takes uses back. */
  async giveBack(key: string, uses = 1): Promise<void> {
    await this.limiter.reward(key, uses);
  }

  /** The usage of a key before a further use, exceeded when nothing is left. */
  async left(key: string): Promise<Usage> {
    const result = await this.limiter.get(key);
    if (result === null) return { isExceeded: false, remaining: this.quota.uses, resetS: this.quota.windowS };
    return usageOf(result, result.consumedPoints >= this.quota.uses);
  }
}

function usageOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): Usage {
  return { isExceeded, remaining: remainingPoints, resetS: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}
