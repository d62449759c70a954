import { BullModule, OnQueueError, Process, Processor } from '@nestjs/bull';
import { Inject, type DynamicModule, type Type } from '@nestjs/common';
import type { Job } from 'bull';
import type { RedisSettings, Settings } from '../config/settings.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { redisConnection } from '../queue/redis-connection.js';
import { jobKinds, type JobKind } from './job-handler.js';
import type { BullJobData } from './job-offers.js';
import { JobWorker, PLACES_FOR_OTHERS } from './job-worker.js';

/** The braces are a hash tag: a Redis Cluster keeps the keys, of which Bull's scripts use several, on one node. */
const KEY_PREFIX = '{wes}';

/** The row decides about attempts. Bull silently ignores a new job while one with the same id is kept. */
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** Each attempt to connect to a Redis that is down is an error of its own. */
const ERROR_LOG_INTERVAL_MS = 60_000;

/** A Bull queue for each kind of job. */
export function jobQueues(redis: RedisSettings): DynamicModule {
  return BullModule.registerQueueAsync(
    ...jobKinds().map(({ kind: name }) => ({
      name,
      useFactory: () => ({
        prefix: KEY_PREFIX,
        redis: redisConnection(redis),
        defaultJobOptions: JOB_OPTIONS,
        skipVersionCheck: true,
      }),
    })),
  );
}

/** The consumer of a queue. `@Process` needs the concurrency, which is a setting, when the class is defined. */
export function jobProcessor({ kind, concurrency }: JobKind, settings: Settings): Type {
  @Processor(kind)
  class JobProcessor {
    private loggedAt = -Infinity;

    constructor(
      private readonly worker: JobWorker,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @Process({ concurrency: concurrency(settings) + PLACES_FOR_OTHERS })
    async run({ data: { companyId, id, ...trace } }: Job<BullJobData>): Promise<void> {
      await this.worker.take(kind, { companyId, id }, trace);
    }

    @OnQueueError()
    logError(error: Error): void {
      if (performance.now() - this.loggedAt < ERROR_LOG_INTERVAL_MS) return;
      this.loggedAt = performance.now();
      this.logger.warn({ kind, err: error }, 'job queue fails');
    }
  }
  return JobProcessor;
}
