import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { JobHandler, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import { AuditRetention } from '../application/audit-retention.js';

/** Removes expired audit records and deleted plans. */
@Injectable()
@JobHandler('audit-retention', { everyMs: 60_000 })
export class AuditRetentionJob implements HandlesSchedule {
  constructor(
    private readonly retention: AuditRetention,
    private readonly settings: Settings,
  ) {}

  run(): Promise<void> {
    return this.retention.removeExpired(this.settings.auditRetentionMs);
  }
}
