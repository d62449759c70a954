import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { JobHandler, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import { TombstoneRetention } from '../application/tombstone-retention.js';

/** Removes expired tombstones of the change feed. */
@Injectable()
@JobHandler('change-retention', { everyMs: 600_000 })
export class ChangeRetentionJob implements HandlesSchedule {
  constructor(
    private readonly retention: TombstoneRetention,
    private readonly settings: Settings,
  ) {}

  run(): Promise<void> {
    return this.retention.removeExpired(this.settings.changes.retentionMs);
  }
}
