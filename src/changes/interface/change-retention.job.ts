import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { JobHandler, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import { ChangeRetention } from '../application/change-retention.js';

/** Removes what has expired of the orders of changes. */
@Injectable()
@JobHandler('change-retention', { everyMs: 600_000 })
export class ChangeRetentionJob implements HandlesSchedule {
  constructor(
    private readonly retention: ChangeRetention,
    private readonly settings: Settings,
  ) {}

  run(): Promise<void> {
    return this.retention.removeExpired(this.settings.changes.retentionMs);
  }
}
