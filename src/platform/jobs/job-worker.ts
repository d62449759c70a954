import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { traceJob, type JobTrace } from '../tracing/job-trace.js';
import { jobKinds, type JobKind } from './job-handler.js';
import { JobOffers } from './job-offers.js';
import { JobRunner } from './job-runner.js';
import { SqlJobs, type JobRef } from './sql-jobs.js';

/** Jobs of a kind that are found at a time; the others wait for the next second. */
const MAX_FOUND = 200;

/** The jobs of a kind in this process. */
interface Lane {
  readonly kind: JobKind;
  readonly concurrency: number;
  running: number;
  /** Found in the table, and not begun. */
  waiting: Map<string, JobRef>;
}

/**
 * Carries out the jobs that Bull hands over, and those that it does not: it takes from the table what has waited for
 * longer than a queue needs, and all jobs without Redis. Both together keep to the concurrency of a kind.
 */
@Injectable()
export class JobWorker {
  private readonly lanes: ReadonlyMap<string, Lane>;

  constructor(
    private readonly jobs: SqlJobs,
    private readonly offers: JobOffers,
    private readonly runner: JobRunner,
    settings: Settings,
  ) {
    const lanes = jobKinds().map((kind): Lane => {
      return { kind, concurrency: kind.concurrency(settings), running: 0, waiting: new Map() };
    });
    this.lanes = new Map(lanes.map((lane) => [lane.kind.kind, lane]));
    offers.onOffer = (job) => {
      const lane = this.lanes.get(job.kind);
      if (!lane) return;
      if (lane.waiting.size < MAX_FOUND) lane.waiting.set(job.id, job);
      setImmediate(() => this.dispatch(lane)); // the request that offers a job does not wait for its work
    };
  }

  /** A job that Bull hands over. It stays in the table if the kind is busy already with others. */
  async take(kind: string, job: JobRef, trace: JobTrace): Promise<void> {
    const lane = this.lanes.get(kind);
    if (lane && lane.running < lane.concurrency) await this.begin(lane, job, trace);
  }

  /** Offers every job that is due and not held, and begins those that nobody else does. */
  async sweep(): Promise<void> {
    const due = await this.jobs.due([...this.lanes.keys()], MAX_FOUND);
    const overdue = due.filter(({ waitingMs }) => waitingMs >= this.offers.graceMs);
    for (const lane of this.lanes.values()) {
      lane.waiting = new Map(
        overdue.filter(({ kind }) => kind === lane.kind.kind).map((job) => [job.id, job]),
      );
      this.dispatch(lane);
    }
    if (this.offers.graceMs > 0) for (const job of due) this.offers.offer(job);
  }

  async stop(): Promise<void> {
    for (const lane of this.lanes.values()) lane.waiting.clear();
    await this.runner.stop();
  }

  private dispatch(lane: Lane): void {
    for (const [id, job] of lane.waiting) {
      if (lane.running >= lane.concurrency) return;
      lane.waiting.delete(id);
      void this.begin(lane, job, {}).finally(() => this.dispatch(lane));
    }
  }

  private async begin(lane: Lane, job: JobRef, trace: JobTrace): Promise<void> {
    lane.running++;
    try {
      await traceJob('job', trace, () => this.runner.run(lane.kind, job));
    } finally {
      lane.running--;
    }
  }
}
