import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from './logging/logger.js';

/**
 * Work that is done again and again until the process stops, one round at a time. A failure is logged once, until a
 * round succeeds again.
 */
export abstract class PeriodicWork implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isFailing = false;

  /** @param failure - what the log says when a round fails */
  constructor(
    private readonly intervalMs: number,
    private readonly failure: string,
    protected readonly logger: Logger,
  ) {}

  /** One round. */
  protected abstract work(): Promise<void>;

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => this.start(), this.intervalMs);
  }

  /** Waits for the round that is running. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  private start(): void {
    this.round ??= this.tick().finally(() => (this.round = undefined));
  }

  private async tick(): Promise<void> {
    try {
      await this.work();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, this.failure);
      this.isFailing = true;
    }
  }
}
