import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { traceJob } from '../../../platform/tracing/job-trace.js';
import { ExportRunner } from '../application/export-runner.js';
import { ExportQueue } from '../application/export.ports.js';
import type { ExportKey } from '../domain/plan-export.js';

/** More exports are not remembered; they are offered again a second later. */
const MAX_WAITING = 1_000;

/** Without Redis, and while it hands out no jobs, a worker dispatches exports to itself, a limited number at a time. */
@Injectable()
export class InProcessExportQueue extends ExportQueue implements OnModuleDestroy {
  private readonly waiting = new Map<string, ExportKey>();
  private readonly concurrency: number;
  private running = 0;

  constructor(
    private readonly runner: ExportRunner,
    settings: Settings,
  ) {
    super();
    this.concurrency = settings.exports.concurrency;
  }

  offer(keys: readonly ExportKey[]): void {
    for (const key of keys) if (this.waiting.size < MAX_WAITING) this.waiting.set(key.exportId, key);
    // Later, so that the request that offers an export does not wait for its work.
    setImmediate(() => this.dispatch());
  }

  /** Forgets the exports that have not begun. */
  clear(): void {
    this.waiting.clear();
  }

  async onModuleDestroy(): Promise<void> {
    this.clear();
    await this.runner.stop();
  }

  private dispatch(): void {
    for (const [id, key] of this.waiting) {
      if (this.running >= this.concurrency) return;
      this.waiting.delete(id);
      this.running++;
      void traceJob('export', {}, () => this.runner.run(key)).finally(() => {
        this.running--;
        this.dispatch();
      });
    }
  }
}

/** The queue of an API process without Redis: the scheduler of the workers finds new exports in the database. */
@Injectable()
export class NoExportQueue extends ExportQueue {
  offer(): void {
    // Nothing to do.
  }
}
