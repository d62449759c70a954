import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { ExportQueue } from '../application/ports.js';
import { ExportAttempts } from './export-attempts.js';

/** More than that is not remembered; it is offered again when there is room. */
const MAX_WAITING = 1_000;

/** Hands exports out where there is no Redis: to this very process, a bounded number at a time. */
@Injectable()
export class InProcessWorker extends ExportQueue implements OnModuleDestroy {
  private readonly waiting = new Set<string>();
  private readonly concurrency: number;
  private running = 0;

  constructor(
    private readonly attempts: ExportAttempts,
    settings: Settings,
  ) {
    super();
    this.concurrency = settings.exports.concurrency;
  }

  offer(exportIds: readonly string[]): void {
    for (const id of exportIds) if (this.waiting.size < MAX_WAITING) this.waiting.add(id);
    // Not within the call: a request that offers must not be the one that works.
    setImmediate(() => this.fill());
  }

  async onModuleDestroy(): Promise<void> {
    this.waiting.clear();
    await this.attempts.stop();
  }

  private fill(): void {
    for (const id of this.waiting) {
      if (this.running >= this.concurrency) return;
      this.waiting.delete(id);
      this.running++;
      void this.attempts.run(id).finally(() => {
        this.running--;
        this.fill();
      });
    }
  }
}

/** The queue of a process that takes requests and works on none, without Redis: workers find the record by themselves. */
@Injectable()
export class NoQueue extends ExportQueue {
  offer(): void {
    // The record is the offer.
  }
}
