import { Module, type Provider } from '@nestjs/common';
import { PlanExportEraser } from '../../action-plans/exports/index.js';
import { PlanEraser } from '../../action-plans/index.js';
import { AuditEraser } from '../../audit/index.js';
import { IdentityModule, UserEraser } from '../../identity/index.js';
import { KeyPeriodEraser } from '../../persons/index.js';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module.js';
import { NoJobs } from '../../platform/jobs/no-jobs.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { ScimEraser } from '../../scim/index.js';
import { SignInEraser } from '../../sign-in/index.js';
import { SyncEraser } from '../../syncs/index.js';
import { ReminderEraser } from '../../reminders/index.js';
import { Jobs } from '../../shared-kernel/jobs.js';
import type { PersonalDataEraser } from '../../shared-kernel/personal-data.js';
import { TimesheetEraser } from '../../timesheets/index.js';
import { WebhookEraser } from '../../webhooks/index.js';
import { EmployeeEraser } from '../../workforce/index.js';
import { AccessEraser } from '../access/index.js';
import { LegalHoldsModule } from '../holds/index.js';
import { PrivacyModule } from '../index.js';
import { CompanyDeletions } from './application/company-deletions.js';
import { DeletedCompanies, DeletedCompanyFiles } from './application/deleted-companies.store.js';
import { Erasers } from './application/erasers.js';
import { ErasureLedger } from './application/erasure-ledger.js';
import { ErasurePass } from './application/erasure-pass.js';
import { ErasureReplay } from './application/erasure-replay.js';
import { ErasureStarts } from './application/erasure-starts.js';
import { ErasureWaitsQueries } from './application/erasure-waits.queries.js';
import { ErasedPersons } from './application/erased-persons.js';
import { ErasedStatistics } from './application/erased-statistics.store.js';
import { ErasureWork } from './application/erasure-work.js';
import { ErasureStore } from './application/erasure.store.js';
import { ErasuresQueries } from './application/erasures.queries.js';
import { ErasuresService } from './application/erasures.service.js';
import { HashedPeopleQueries } from './application/hashed-people.queries.js';
import { LeaverErasures } from './application/leaver-erasures.js';
import { LedgerFiles } from './application/ledger-files.store.js';
import { PlatformEraser } from './infrastructure/platform-eraser.js';
import { ErasureJob, ErasureReplayAtStart, ErasureUpkeepJob } from './interface/erasure.job.js';
import { ErasuresController } from './interface/erasures.controller.js';

/**
 * The erasers of all contexts in the order in which they work. Employees and users go first, so that nothing is added
 * about them meanwhile; exports and archives wait for files that are being made, so they come late, and exports are
 * found by their plans, which come last.
 */
const ERASERS = [
  ...[EmployeeEraser, UserEraser, SignInEraser, ScimEraser, SyncEraser, ReminderEraser, WebhookEraser],
  ...[AuditEraser, TimesheetEraser, PlatformEraser, AccessEraser, PlanExportEraser],
  ...[PlanEraser, KeyPeriodEraser],
];

const ERASING: Provider[] = [
  ...ERASERS,
  {
    provide: Erasers,
    inject: ERASERS,
    useFactory: (...all: PersonalDataEraser[]) => new Erasers(all),
  },
  CompanyDeletions,
  DeletedCompanies,
  DeletedCompanyFiles,
  ErasedPersons,
  ErasedStatistics,
  ErasureLedger,
  ErasurePass,
  ErasureReplay,
  ErasureStarts,
  ErasureStore,
  ErasuresService,
  ErasureWaitsQueries,
  ErasureWork,
  HashedPeopleQueries,
  LedgerFiles,
];

/** Erasures for commands, which carry them out themselves. */
@Module({
  imports: [IdentityModule, LegalHoldsModule, PrivacyModule, StorageModule],
  providers: [...ERASING, { provide: Jobs, useClass: NoJobs }],
})
export class ErasureOperationsModule {}

/** Erasures of people, asked for by requests and carried out by workers (ADR 53). */
@Module({
  imports: [IdempotencyModule, IdentityModule, LegalHoldsModule, PrivacyModule, StorageModule],
  controllers: [ErasuresController],
  providers: [
    ...ERASING,
    ErasuresQueries,
    LeaverErasures,
    ErasureJob,
    ErasureUpkeepJob,
    ErasureReplayAtStart,
  ],
  exports: [ErasuresService, LeaverErasures],
})
export class ErasureModule {}
