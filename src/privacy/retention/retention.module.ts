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
import { RetentionRuns } from './application/retention-runs.js';
import { RetentionSchedule } from './application/retention-schedule.js';
import { RetentionSettingsService } from './application/retention-settings.service.js';
import { RetentionWarnings } from './application/retention-warnings.js';
import { RetentionRunRepository } from './domain/retention-run.repository.js';
import { RetentionSettingsRepository } from './domain/retention-settings.repository.js';
import { SqlRetentionRunRepository } from './infrastructure/sql-retention-run.repository.js';
import { SqlRetentionSettingsRepository } from './infrastructure/sql-retention-settings.repository.js';
import { RetentionMailJob, RetentionRunJob, RetentionScheduleJob } from './interface/retention.job.js';

/** The periods of companies, for their settings. */
@Module({
  providers: [
    RetentionSettingsService,
    { provide: RetentionSettingsRepository, useClass: SqlRetentionSettingsRepository },
  ],
  exports: [RetentionSettingsService],
})
export class RetentionSettingsModule {}

/** Counts and removes expired data, for operators, too. */
@Module({
  imports: [
    ...[AuditRetentionModule, LeaversModule, PlanRetentionModule, TimesheetRetentionModule],
    ...[IdentityModule, LegalHoldsModule, PersonsModule],
  ],
  providers: [
    HeldPeopleQueries,
    Retained,
    RetentionPreview,
    { provide: RetentionRunRepository, useClass: SqlRetentionRunRepository },
  ],
  exports: [HeldPeopleQueries, LeaversModule, Retained, RetentionPreview, RetentionRunRepository],
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
