import { InjectQueue, OnQueueError, Process, Processor } from '@nestjs/bull';
import { Inject, type OnModuleDestroy, type Type } from '@nestjs/common';
import type { Job, Queue } from 'bull';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import { traceJob } from '../../../platform/tracing/job-trace.js';
import { EXPORT_QUEUE, type ExportJob } from '../application/export-queue.js';
import { ExportRunner } from '../application/export-runner.js';

/** Each attempt to connect to a Redis that is down, or refuses clients, is an error of its own. */
const ERROR_LOG_INTERVAL_MS = 60_000;

/**
 * The consumer of the export queue.
 * @param concurrency - jobs at a time; a setting, which `@Process` needs when the class is defined
 */
export function planExportProcessor(concurrency: number): Type {
  @Processor(EXPORT_QUEUE)
  class PlanExportProcessor implements OnModuleDestroy {
    private loggedAt = -Infinity;

    constructor(
      @InjectQueue(EXPORT_QUEUE) private readonly queue: Queue<ExportJob>,
      private readonly runner: ExportRunner,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @Process({ concurrency })
    async run({ data: { companyId, exportId, ...jobTrace } }: Job<ExportJob>): Promise<void> {
      await traceJob('export', jobTrace, () => this.runner.run({ companyId, exportId }));
    }

    @OnQueueError()
    logError(error: Error): void {
      if (performance.now() - this.loggedAt < ERROR_LOG_INTERVAL_MS) return;
      this.loggedAt = performance.now();
      this.logger.warn({ err: error }, 'export queue fails');
    }

    /**
     * No new jobs, and the running ones end, before the providers that they need are destroyed. The queue is closed
     * last: closing ends the connection by which a finished job is reported.
     */
    async onModuleDestroy(): Promise<void> {
      this.queue.pause(true, true).catch(() => undefined); // waits for Redis, which may be down
      await this.runner.stop();
      await this.queue.close();
    }
  }
  return PlanExportProcessor;
}
