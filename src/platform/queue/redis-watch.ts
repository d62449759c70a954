import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Logger } from '../logging/logger.js';

const INTERVAL_MS = 2_000;

/**
 * Logs when Redis stops answering and when it answers again. A frozen Redis keeps its connections open, so that no
 * error says so.
 */
export class RedisWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isWaiting = false;
  private isDown = false;

  constructor(
    private readonly queue: Queue,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), INTERVAL_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    if (this.isWaiting)
      this.report(true); // the answer to the look before has not come
    else void this.ask();
  }

  private async ask(): Promise<void> {
    this.isWaiting = true;
    try {
      await this.queue.client.ping();
      this.report(false);
    } catch {
      this.report(true);
    } finally {
      this.isWaiting = false;
    }
  }

  private report(isDown: boolean): void {
    if (isDown === this.isDown) return;
    this.isDown = isDown;
    if (isDown) this.logger.warn('Redis does not answer');
    else this.logger.info('Redis answers again');
  }
}
