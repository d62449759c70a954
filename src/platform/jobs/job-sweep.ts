import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '../logging/logger.js';
import { BullJobOffers, JobOffers } from './job-offers.js';
import { JobSchedule } from './job-schedule.js';
import { JobWorker } from './job-worker.js';

const INTERVAL_MS = 1_000;

/**
 * Looks for due jobs and periodic work once a second, in every worker, and waits for what runs at the end of the
 * process. A provider of `AppModule`, because Nest destroys a module before its imports: jobs end before what they
 * need.
 */
@Injectable()
export class JobSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly worker: JobWorker,
    private readonly schedule: JobSchedule,
    private readonly offers: JobOffers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => this.start(), INTERVAL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    const ending = this.worker.stop();
    await this.round;
    await Promise.all([ending, this.schedule.stop()]);
    if (this.offers instanceof BullJobOffers) this.offers.close();
  }

  private start(): void {
    this.round ??= this.look().finally(() => (this.round = undefined));
  }

  /** A failure is logged once, until a round succeeds. */
  private async look(): Promise<void> {
    try {
      await this.worker.sweep();
      await this.schedule.begin();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, 'due jobs could not be read');
      this.isFailing = true;
    }
  }
}
