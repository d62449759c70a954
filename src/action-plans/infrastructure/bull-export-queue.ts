import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import { EXPORT_QUEUE, type ExportJob } from '../application/export-queue.js';
import { ExportQueue } from '../application/ports.js';

/** While Redis answers nothing, offers pile up in memory; what is more than that is offered again later. */
const MAX_UNANSWERED = 1_000;

/**
 * Offers exports to whichever worker is free first, through Redis. A job that waits or runs already is not added
 * again, because its id is that of the export. Without Redis the offer is lost, and made again a second later.
 */
@Injectable()
export class BullExportQueue extends ExportQueue {
  private isDown = false;
  private unanswered = 0;

  constructor(
    @InjectQueue(EXPORT_QUEUE) private readonly queue: Queue<ExportJob>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  offer(exportIds: readonly string[]): void {
    const room = Math.max(0, MAX_UNANSWERED - this.unanswered);
    for (const exportId of exportIds.slice(0, room)) void this.add(exportId);
  }

  private async add(exportId: string): Promise<void> {
    this.unanswered++;
    try {
      await this.queue.add({ exportId }, { jobId: exportId });
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
