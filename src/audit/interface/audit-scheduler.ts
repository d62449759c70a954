import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import { AuditRetention } from '../application/audit-retention.js';

const INTERVAL_MS = 60_000;

/** Removes expired records once a minute in every worker, the first time when it starts. */
@Injectable()
export class AuditScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;

  constructor(
    private readonly retention: AuditRetention,
    private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => this.start(), INTERVAL_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  private start(): void {
    this.round ??= this.tick().finally(() => (this.round = undefined));
  }

  private async tick(): Promise<void> {
    try {
      await this.retention.removeExpired(this.settings.auditRetentionMs);
    } catch (error) {
      this.logger.warn({ err: error }, 'removal of expired audit records fails');
    }
  }
}
