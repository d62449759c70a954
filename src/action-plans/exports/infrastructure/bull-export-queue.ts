import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import { EXPORT_QUEUE, type ExportJob } from '../application/export-queue.js';
import { ExportQueue } from '../application/export.ports.js';
import type { ExportKey } from '../domain/plan-export.js';
import { currentTrace } from '../../../platform/tracing/job-trace.js';

/** While Redis does not answer, jobs pile up in memory; more than these are offered again later. */
const MAX_UNANSWERED = 1_000;

/** An export gets at most one job in this time. */
const JOB_PERIOD_MS = 15_000;

/**
 * Adds exports to the Bull queue. The ids of jobs keep the offers of several processes from adding up. They change with
 * time, because a Redis that loses its data may keep a job which no list contains: Bull never runs it, and ignores
 * another one with its id.
 */
@Injectable()
export class BullExportQueue extends ExportQueue {
  private isDown = false;
  private unanswered = 0;

  constructor(
    @InjectQueue(EXPORT_QUEUE) private readonly queue: Queue<ExportJob>,
    @Inject(LOGGER) protected readonly logger: Logger,
  ) {
    super();
  }

  offer(keys: readonly ExportKey[]): void {
    const free = Math.max(0, MAX_UNANSWERED - this.unanswered);
    for (const key of keys.slice(0, free)) void this.add(key);
  }

  private async add(key: ExportKey): Promise<void> {
    this.unanswered++;
    try {
      const period = Math.floor(Date.now() / JOB_PERIOD_MS);
      await this.queue.add({ ...key, ...currentTrace() }, { jobId: `${key.exportId}-${period}` });
      if (this.isDown) this.logger.info('export queue is back');
      this.isDown = false;
    } catch (error) {
      if (!this.isDown) this.logger.warn({ err: error }, 'export queue does not answer; exports wait');
      this.isDown = true;
    } finally {
      this.unanswered--;
    }
  }
}
