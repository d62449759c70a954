import { InjectQueue, OnQueueError, Process, Processor } from '@nestjs/bull';
import { Inject, type OnModuleDestroy, type Type } from '@nestjs/common';
import type { Job, Queue } from 'bull';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import { EXPORT_QUEUE, type ExportJob } from '../application/export-queue.js';
import { ExportRunner } from '../application/export-runner.js';

/**
 * The consumer of the export queue.
 * @param concurrency - jobs at a time; a setting, which `@Process` needs when the class is defined
 */
export function planExportProcessor(concurrency: number): Type {
  @Processor(EXPORT_QUEUE)
  class PlanExportProcessor implements OnModuleDestroy {
    private isDown = false;

    constructor(
      @InjectQueue(EXPORT_QUEUE) private readonly queue: Queue<ExportJob>,
      private readonly runner: ExportRunner,
      @Inject(LOGGER) private readonly logger: Logger,
    ) {}

    @Process({ concurrency })
    async run({ data }: Job<ExportJob>): Promise<void> {
      await this.runner.run(data);
    }

    @OnQueueError()
    logError(error: Error): void {
      if (this.isDown) return;
      this.isDown = true;
      this.queue.client.once('ready', () => (this.isDown = false));
      this.logger.warn({ err: error }, 'export queue fails');
    }

    /** No new jobs, and the running ones stop, before the providers that they need are destroyed. */
    async onModuleDestroy(): Promise<void> {
      await Promise.all([this.queue.close(), this.runner.stop()]);
    }
  }
  return PlanExportProcessor;
}
