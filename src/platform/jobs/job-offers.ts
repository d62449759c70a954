import type { Queue } from 'bull';
import type { JobRef } from './sql-jobs.js';
import type { Logger } from '../logging/logger.js';
import { currentTrace, type JobTrace } from '../tracing/job-trace.js';

/** A job that may be worked on now. */
export interface OfferedJob extends JobRef {
  readonly kind: string;
  readonly attempts: number;
}

/** The data of a Bull job: the row has the rest. */
export interface BullJobData extends JobRef, JobTrace {}

/** Offers jobs to workers. May lose offers: a worker finds in the table what has waited for {@link graceMs}. */
export class JobOffers {
  readonly graceMs: number = 0;
  /** The worker of this process, if it has one. */
  onOffer: ((job: OfferedJob) => void) | undefined;

  /** Never throws, and waits for nothing. */
  offer(job: OfferedJob): void {
    this.onOffer?.(job);
  }

  /** The worker of this process takes no further jobs. */
  close(): void {
    this.onOffer = undefined;
  }
}

/** While Redis does not answer, offers pile up in memory; more than these are dropped. */
const MAX_UNANSWERED = 1_000;

/** Offers jobs to all workers by Bull queues. The ids of Bull's jobs keep repeated offers from adding up. */
export class BullJobOffers extends JobOffers {
  override readonly graceMs = 5_000;
  private readonly queues: ReadonlyMap<string, Queue<BullJobData>>;
  private isDown = false;
  private unanswered = 0;

  constructor(
    queues: readonly Queue<BullJobData>[],
    private readonly logger: Logger,
  ) {
    super();
    this.queues = new Map(queues.map((queue) => [queue.name, queue]));
  }

  override offer(job: OfferedJob): void {
    if (this.unanswered < MAX_UNANSWERED) void this.add(job);
  }

  /**
   * Not awaited, because closing waits for Redis; Nest waits for the same promise, as long as the process has time.
   * Without this call Nest's own `close()` leaves a rejection unhandled while Redis is down.
   */
  override close(): void {
    for (const queue of this.queues.values()) queue.close(true).catch(() => undefined);
  }

  private async add({ kind, companyId, id, attempts }: OfferedJob): Promise<void> {
    this.unanswered++;
    try {
      const data = { companyId, id, ...currentTrace() };
      await this.queues.get(kind)?.add(data, { jobId: `${id}-${attempts}` });
      if (this.isDown) this.logger.info('job queues are back');
      this.isDown = false;
    } catch (error) {
      if (!this.isDown) this.logger.warn({ err: error }, 'job queues do not answer; jobs wait');
      this.isDown = true;
    } finally {
      this.unanswered--;
    }
  }
}
