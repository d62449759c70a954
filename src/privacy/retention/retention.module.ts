import { Module } from '@nestjs/common';
import { PlanRetentionModule } from '../../action-plans/index.js';
import { AuditRetentionModule } from '../../audit/index.js';
import { IdentityModule } from '../../identity/index.js';
import { PersonsModule } from '../../persons/index.js';
import { TimesheetRetentionModule } from '../../timesheets/index.js';
import { LeaversModule } from '../../workforce/index.js';
import { ErasureModule } from '../erasure/index.js';
import { LegalHoldsModule } from '../holds/index.js';
import { ExpiredLeavers } from './application/expired-leavers.js';
import { HeldPeopleQueries } from './application/held-people.queries.js';
import { Retained } from './application/retained.js';
import { RetentionPreview } from './application/retention-preview.js';
import { RetentionRunStore } from './application/retention-run.store.js';
import { RetentionRuns } from './application/retention-runs.js';
import { RetentionSchedule } from './application/retention-schedule.js';
import { RetentionSettingsService } from './application/retention-settings.service.js';
import { RetentionSettingsStore } from './application/retention-settings.store.js';
import { RetentionWarnings } from './application/retention-warnings.js';
import { RetentionMailJob, RetentionRunJob, RetentionScheduleJob } from './interface/retention.job.js';

/** The periods of companies, for their settings. */
@Module({
  providers: [RetentionSettingsService, RetentionSettingsStore],
  exports: [RetentionSettingsService],
})
export class RetentionSettingsModule {}

/** Counts and removes expired data, for operators, too. */
@Module({
  imports: [
    ...[AuditRetentionModule, LeaversModule, PlanRetentionModule, TimesheetRetentionModule],
    ...[IdentityModule, LegalHoldsModule, PersonsModule],
  ],
  providers: [HeldPeopleQueries, Retained, RetentionPreview, RetentionRunStore],
  exports: [HeldPeopleQueries, LeaversModule, Retained, RetentionPreview, RetentionRunStore],
})
export class RetentionPreviewModule {}

/** Runs, which workers do. */
@Module({
  imports: [ErasureModule, IdentityModule, RetentionPreviewModule],
  providers: [
    ExpiredLeavers,
    RetentionRuns,
    RetentionSchedule,
    RetentionWarnings,
    RetentionMailJob,
    RetentionRunJob,
    RetentionScheduleJob,
  ],
  exports: [RetentionRuns],
})
export class RetentionModule {}
