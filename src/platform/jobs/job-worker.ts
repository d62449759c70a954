import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { traceJob, type JobTrace } from '../tracing/job-trace.js';
import { jobKinds, type JobKind } from './job-handler.js';
import { JobOffers } from './job-offers.js';
import { JobRunner } from './job-runner.js';
import { JobSchedule } from './job-schedule.js';
import { SqlJobs, type JobRef } from './sql-jobs.js';

/** Time between two looks for due jobs and periodic work. */
const INTERVAL_MS = 1_000;

/** Jobs of a kind that are found at a time; the others wait for the next second. */
const MAX_FOUND = 200;

/** Places of a kind that one company alone cannot take, so that its jobs do not hold those of others up. */
export const PLACES_FOR_OTHERS = 1;

/** The jobs of a kind in this process. */
class Lane {
  running = 0;
  /** Found in the table or handed over, and not begun. */
  waiting = new Map<string, JobRef>();
  private readonly ofCompanies = new Map<string, number>();

  constructor(
    readonly kind: JobKind,
    private readonly ofCompany: number,
  ) {}

  get isFull(): boolean {
    return this.running >= this.ofCompany + PLACES_FOR_OTHERS;
  }

  /** True while a job of the company may begin. */
  hasRoomFor({ companyId }: JobRef): boolean {
    return !this.isFull && (this.ofCompanies.get(companyId) ?? 0) < this.ofCompany;
  }

  wait(job: JobRef): void {
    if (this.waiting.size < MAX_FOUND) this.waiting.set(job.id, job);
  }

  count({ companyId }: JobRef, change: 1 | -1): void {
    this.running += change;
    const ofCompany = (this.ofCompanies.get(companyId) ?? 0) + change;
    if (ofCompany === 0) this.ofCompanies.delete(companyId);
    else this.ofCompanies.set(companyId, ofCompany);
  }
}

/**
 * Carries out the jobs that Bull hands over, and those that it does not: it takes from the table what has waited for
 * longer than a queue needs, and all jobs without Redis. Both together keep to the concurrency of a kind.
 *
 * A provider of `AppModule`, because Nest destroys a module before its imports: jobs end before what they need.
 */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly lanes: ReadonlyMap<string, Lane>;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly jobs: SqlJobs,
    private readonly offers: JobOffers,
    private readonly runner: JobRunner,
    private readonly schedule: JobSchedule,
    settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const lanes = jobKinds().map((kind) => new Lane(kind, kind.concurrency(settings)));
    this.lanes = new Map(lanes.map((lane) => [lane.kind.kind, lane]));
    offers.onOffer = (job) => {
      const lane = this.lanes.get(job.kind);
      if (!lane) return;
      lane.wait(job);
      setImmediate(() => this.dispatch(lane)); // the request that offers a job does not wait for its work
    };
  }

  onApplicationBootstrap(): void {
    this.look();
    this.timer = setInterval(() => this.look(), INTERVAL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    for (const lane of this.lanes.values()) lane.waiting.clear();
    const ending = this.runner.stop();
    await this.round;
    await Promise.all([ending, this.schedule.stop()]);
    this.offers.close();
  }

  /**
   * A job that Bull hands over. It waits, without a place of the queue, while the kind is busy with others or with those
   * of its company.
   */
  async take(kind: string, job: JobRef, trace: JobTrace): Promise<void> {
    const lane = this.lanes.get(kind);
    if (!lane) return;
    if (!lane.hasRoomFor(job)) lane.wait(job);
    else {
      lane.waiting.delete(job.id);
      await this.carryOut(lane, job, trace);
    }
  }

  private look(): void {
    this.round ??= this.begin().finally(() => (this.round = undefined));
  }

  /** A failure is logged once, until a round succeeds. */
  private async begin(): Promise<void> {
    try {
      await this.sweep();
      await this.schedule.begin();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, 'due jobs could not be read');
      this.isFailing = true;
    }
  }

  /** Offers every job that is due and not held, and begins those that have waited longer than a queue needs. */
  private async sweep(): Promise<void> {
    const known = new Set([...this.lanes.values()].flatMap(({ waiting }) => [...waiting.keys()]));
    const due = await this.jobs.due([...this.lanes.keys()], MAX_FOUND);
    const overdue = due.filter(({ waitingMs }) => waitingMs >= this.offers.graceMs);
    for (const lane of this.lanes.values()) {
      const waiting = overdue.filter(({ kind }) => kind === lane.kind.kind);
      const added = [...lane.waiting].filter(([id]) => !known.has(id)); // while the table was read
      lane.waiting = new Map([...waiting.map((job) => [job.id, job] as const), ...added]);
      this.dispatch(lane);
    }
    if (this.offers.graceMs > 0) for (const job of due) this.offers.offer(job);
  }

  private dispatch(lane: Lane): void {
    for (const [id, job] of lane.waiting) {
      if (lane.isFull) return;
      if (!lane.hasRoomFor(job)) continue;
      lane.waiting.delete(id);
      void this.carryOut(lane, job, {});
    }
  }

  private async carryOut(lane: Lane, job: JobRef, trace: JobTrace): Promise<void> {
    lane.count(job, 1);
    try {
      await traceJob('job', trace, () => this.runner.run(lane.kind, job));
    } finally {
      lane.count(job, -1);
      this.dispatch(lane);
    }
  }
}
