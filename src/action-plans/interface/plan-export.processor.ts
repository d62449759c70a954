import { InjectQueue, OnQueueError, Processor } from '@nestjs/bull';
import { Inject, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bull';
import { Settings } from '../../platform/config/settings.js';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import { EXPORT_QUEUE, type ExportJob } from '../application/export-queue.js';
import { ExportAttempts } from './export-attempts.js';

/**
 * Takes exports from the Bull queue. How many at a time is a setting, and Bull must not be asked for jobs before
 * Redis has answered once, so it registers itself instead of through `@Process`.
 */
@Processor(EXPORT_QUEUE)
export class PlanExportProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private isDown = false;

  constructor(
    @InjectQueue(EXPORT_QUEUE) private readonly queue: Queue<ExportJob>,
    private readonly attempts: ExportAttempts,
    private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const { client } = this.queue;
    if (client.status === 'ready') this.begin();
    else client.once('ready', () => this.begin());
  }

  /** The attempts give way and the queue takes nothing more; only then may what they need be closed. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.queue.close(), this.attempts.stop()]);
  }

  @OnQueueError()
  noteError(error: Error): void {
    if (this.isDown) return;
    this.isDown = true;
    this.queue.client.once('ready', () => (this.isDown = false));
    this.logger.warn({ err: error }, 'export queue fails');
  }

  private begin(): void {
    this.queue
      .process(this.settings.exports.concurrency, ({ data }) => this.attempts.run(data.exportId))
      .catch((error: unknown) => this.logger.error({ err: error }, 'export queue gives no jobs'));
  }
}
