import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../platform/logging/logger.js';
import { ExportMaintenance } from '../application/export-maintenance.js';

const INTERVAL_MS = 1_000;

/** Runs the maintenance of exports once a second in every worker. */
@Injectable()
export class ExportScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly maintenance: ExportMaintenance,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.round ??= this.tick().finally(() => (this.round = undefined));
    }, INTERVAL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  private async tick(): Promise<void> {
    try {
      await this.maintenance.offerDue();
      for (const error of await this.maintenance.removeFiles()) {
        this.logger.warn({ err: error }, 'file of an export could not be removed');
      }
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, 'maintenance of exports fails');
      this.isFailing = true;
    }
  }
}
