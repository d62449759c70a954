import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import { ExportUpkeep } from '../application/export-upkeep.js';

const INTERVAL_MS = 1_000;

/** Makes the upkeep of exports happen once a second in every process that works. */
@Injectable()
export class ExportClock implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly upkeep: ExportUpkeep,
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
      await this.upkeep.offerDue();
      for (const error of await this.upkeep.removeFiles()) {
        this.logger.warn({ err: error }, 'file of an export could not be removed');
      }
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, 'upkeep of exports fails');
      this.isFailing = true;
    }
  }
}
