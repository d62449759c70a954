import { Redis } from 'ioredis';
import type { RedisSettings } from '../config/settings.js';
import type { Logger } from '../logging/logger.js';
import { redisConnection } from '../queue/redis-connection.js';

/** Longest time that a request waits for Redis. */
const ANSWER_LIMIT_MS = 100;

/**
 * A connection to Redis that no request waits for longer than {@link ANSWER_LIMIT_MS}. A command without an answer
 * until then breaks the connection. Commands fail at once until a new one is ready, which it is when Redis has
 * answered: so a frozen Redis delays the requests of that moment only.
 */
export function connectLimiterRedis(settings: RedisSettings, logger: Logger): Redis {
  const redis = new Redis({
    ...redisConnection(settings),
    commandTimeout: ANSWER_LIMIT_MS,
    socketTimeout: ANSWER_LIMIT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  let isCounting: boolean | undefined;
  let cause: Error | undefined;
  redis.on('ready', () => {
    if (isCounting === false) logger.info('rate limits are counted in Redis again');
    isCounting = true;
    cause = undefined;
  });
  redis.on('error', (error: Error) => (cause = error));
  redis.on('close', () => {
    if (isCounting !== false) logger.warn({ err: cause }, 'rate limits are counted in memory');
    isCounting = false;
  });
  return redis;
}
