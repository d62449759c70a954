import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import { EXPORT_QUEUE, type ExportJob } from '../application/export-queue.js';
import { ExportRunner } from '../application/export-runner.js';
import type { ExportKey } from '../domain/plan-export.js';
import { BullExportQueue } from './bull-export-queue.js';
import { InProcessExportQueue } from './in-process-export-queue.js';

/** An idle worker without a job for this long, while exports are offered, dispatches them to itself. */
const SILENCE_LIMIT_MS = 30_000;

/** The scheduler offers exports every second as long as some are due: after a longer pause the silence begins again. */
const OFFER_PAUSE_MS = 5_000;

/**
 * The queue of a worker with Redis. Jobs may not come although exports wait: because Redis is down, or because Bull has
 * stopped asking for them, as it may after a failover. Then the worker takes exports as it does without Redis, until a
 * job comes.
 */
@Injectable()
export class BullWorkerExportQueue extends BullExportQueue {
  private lastOfferAt = -Infinity;
  private silentSince = -Infinity;
  private isOnItsOwn = false;

  constructor(
    @InjectQueue(EXPORT_QUEUE) queue: Queue<ExportJob>,
    @Inject(LOGGER) logger: Logger,
    private readonly runner: ExportRunner,
    private readonly local: InProcessExportQueue,
  ) {
    super(queue, logger);
    queue.on('active', () => this.rely());
  }

  override offer(keys: readonly ExportKey[]): void {
    super.offer(keys);
    const now = performance.now();
    const isFirst = now - this.lastOfferAt > OFFER_PAUSE_MS;
    this.lastOfferAt = now;
    if (!this.isOnItsOwn) {
      if (isFirst || this.runner.isBusy) this.silentSince = now;
      if (now - this.silentSince < SILENCE_LIMIT_MS) return;
      this.isOnItsOwn = true;
      this.logger.warn('no jobs come from the export queue; exports are taken from the database');
    }
    this.local.offer(keys);
  }

  /** A job has come: the others will. */
  private rely(): void {
    this.silentSince = performance.now();
    if (!this.isOnItsOwn) return;
    this.isOnItsOwn = false;
    this.local.clear();
    this.logger.info('jobs come from the export queue again');
  }
}
