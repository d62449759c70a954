import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Queue } from 'bull';
import type { RedisSettings } from '../config/settings.js';
import { HealthChecks } from '../health/health-checks.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { limitClosing } from './limit-closing.js';
import { redisConnection } from './redis-connection.js';
import { RedisWatch } from './redis-watch.js';

/**
 * A job's lock outlives two late renewals, and a dead worker's jobs are found soon after. How often a job may be
 * found so does not matter: whether to try again is the record's decision, never Bull's.
 */
const SETTINGS = {
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000_000,
  retryProcessDelay: 500,
};

/** Bull silently ignores a new job while one with the same id is kept. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** The braces are a hash tag: a Redis Cluster keeps the keys, of which Bull's scripts use several, on one node. */
const KEY_PREFIX = '{wes}';

const QUEUE_SETUP = Symbol('queue-setup');

/**
 * `@nestjs/bull` has `@Process` call `queue.process()` while the application starts, and ignores the promise. When Redis
 * is down, that promise rejects, which would end the process. So Bull is asked for jobs once Redis has answered, and
 * errors are reported like all others of the queue.
 */
function deferProcessing(queue: Queue): void {
  const process = queue.process.bind(queue) as (...args: unknown[]) => Promise<void>;
  queue.process = async (...args: unknown[]): Promise<void> => {
    try {
      const { client } = queue;
      if (client.status !== 'ready') await new Promise((resolve) => client.once('ready', resolve));
      await process(...args);
    } catch (error) {
      queue.emit('error', error);
    }
  };
}

/** Bull queues on Redis. Jobs are only wake-ups: a queue may lose all of them at any time. */
@Module({})
export class QueueModule {
  /** Provides the queue of a name, and reports the condition of Redis. */
  static register(name: string, redis: RedisSettings): DynamicModule {
    const registration = BullModule.registerQueueAsync({
      name,
      useFactory: () => ({
        prefix: KEY_PREFIX,
        redis: redisConnection(redis),
        settings: SETTINGS,
        defaultJobOptions: JOB_OPTIONS,
        skipVersionCheck: true,
      }),
    });
    return {
      module: QueueModule,
      imports: [registration],
      providers: [
        {
          provide: QUEUE_SETUP,
          inject: [HealthChecks, LOGGER, getQueueToken(name)],
          // Not vital: without Redis, workers find their work in the database.
          useFactory: (checks: HealthChecks, logger: Logger, queue: Queue) => {
            deferProcessing(queue);
            limitClosing(queue);
            checks.add({ name: 'redis', isVital: false, probe: () => queue.client.ping() });
            return new RedisWatch(queue, logger);
          },
        },
      ],
      exports: [registration],
    };
  }
}
