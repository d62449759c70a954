import { Inject, Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import { PeriodicWork } from '../../platform/periodic-work.js';
import { AuditRetention } from '../application/audit-retention.js';

const INTERVAL_MS = 60_000;

/** Removes expired records once a minute in every worker. */
@Injectable()
export class AuditScheduler extends PeriodicWork {
  constructor(
    private readonly retention: AuditRetention,
    private readonly settings: Settings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(INTERVAL_MS, 'removal of expired audit records fails', logger);
  }

  protected work(): Promise<void> {
    return this.retention.removeExpired(this.settings.auditRetentionMs);
  }
}
