import { getQueueToken } from '@nestjs/bull';
import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Queue } from 'bull';
import { Jobs } from '../../shared-kernel/jobs.js';
import { HealthChecks } from '../health/health-checks.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import type { Runtime } from '../platform.module.js';
import { RedisWatch } from '../queue/redis-watch.js';
import { FinishedJobs } from './finished-jobs.js';
import { JobBacklogMetrics } from './job-backlog-metrics.js';
import { jobKinds } from './job-handler.js';
import { JobLog } from './job-log.js';
import { BullJobOffers, JobOffers } from './job-offers.js';
import { jobProcessor, jobQueues } from './job-queues.js';
import { JobRunner } from './job-runner.js';
import { JobSchedule } from './job-schedule.js';
import { JobWorker } from './job-worker.js';
import { SqlJobs } from './sql-jobs.js';
import { TransactionalJobs } from './transactional-jobs.js';

/** Jobs, for every context: added in every process, carried out by workers. */
@Global()
@Module({})
export class JobsModule {
  static for({ settings }: Runtime): DynamicModule {
    const { redis, metrics } = settings;
    return {
      module: JobsModule,
      imports: redis ? [jobQueues(redis)] : [],
      providers: [
        SqlJobs,
        JobLog,
        JobRunner,
        FinishedJobs,
        { provide: Jobs, useClass: TransactionalJobs },
        ...(redis ? redisOffers() : [JobOffers]),
        ...(metrics.port === undefined ? [] : [JobBacklogMetrics]),
      ],
      exports: [Jobs, SqlJobs, JobLog, JobRunner, JobOffers],
    };
  }

  /** Providers of `AppModule` that carry out jobs, in workers. */
  static workers({ settings, isWorker = false }: Runtime): Provider[] {
    if (!isWorker) return [];
    const processors = settings.redis ? jobKinds().map((kind) => jobProcessor(kind, settings)) : [];
    return [JobWorker, JobSchedule, ...processors];
  }
}

/** Offers by the queues, and the condition of Redis. */
function redisOffers(): Provider[] {
  const queues = jobKinds().map(({ kind }) => getQueueToken(kind));
  const [first] = queues;
  if (first === undefined) return [JobOffers];
  return [
    {
      provide: JobOffers,
      inject: [LOGGER, ...queues],
      useFactory: (logger: Logger, ...given: Queue[]) => new BullJobOffers(given, logger),
    },
    {
      provide: RedisWatch,
      inject: [HealthChecks, LOGGER, first],
      // Not vital: without Redis, workers find jobs in the table.
      useFactory: (checks: HealthChecks, logger: Logger, queue: Queue) => {
        checks.add({ name: 'redis', isVital: false, probe: () => queue.client.ping() });
        return new RedisWatch(queue, logger);
      },
    },
  ];
}
