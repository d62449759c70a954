import { Module, type Provider } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { Settings } from '../platform/config/settings.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { NoJobs } from '../platform/jobs/no-jobs.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { SegmentationModule } from '../segmentation/index.js';
import { Jobs } from '../shared-kernel/jobs.js';
import { StaffFilesModule, StaffFilesOperationsModule } from '../staff-files/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { BadRowPeople } from './application/bad-row-people.js';
import { EmployeeSyncsQueries } from './application/employee-syncs.queries.js';
import { EmployeeSyncsService } from './application/employee-syncs.service.js';
import { ListCheck } from './application/list-check.js';
import { ListComparison } from './application/list-comparison.js';
import { StaffChanges } from './application/staff-changes.js';
import { SyncColumnsService } from './application/sync-columns.service.js';
import { SyncApply } from './application/sync-apply.js';
import { SyncColumnStore } from './application/sync-column.store.js';
import { SyncPreview } from './application/sync-preview.js';
import { SyncRowStore } from './application/sync-row.store.js';
import { SyncRun } from './application/sync-run.js';
import { SyncProtection, SyncStart } from './application/sync-start.js';
import { SyncUndo } from './application/sync-undo.js';
import { ListedPeople, SyncUploads } from './application/sync.ports.js';
import { SyncStore } from './application/sync.store.js';
import { StoredUploads } from './infrastructure/stored-uploads.js';
import { EmployeeSyncsController } from './interface/employee-syncs.controller.js';
import { LocalUploads } from './interface/local-lists.js';
import { SyncApplyJob, SyncPreviewJob, SyncUpkeepJob } from './interface/sync-jobs.job.js';
import { UploadedPeople } from './interface/uploaded-people.js';

/** Syncs for operators, whose command starts no jobs. */
@Module({
  imports: [IdentityModule, SegmentationModule, StaffFilesOperationsModule, WorkforceModule],
  providers: [EmployeeSyncsQueries, StaffChanges, SyncUndo, SyncColumnStore, SyncStore, SyncRowStore],
  exports: [EmployeeSyncsQueries, StaffChanges, SyncColumnStore, SyncStore, SyncRowStore],
})
export class SyncsOperationsModule {}

/** Providers that preview and apply syncs, for jobs and for commands. */
const SYNCING: Provider[] = [
  BadRowPeople,
  EmployeeSyncsService,
  ListCheck,
  ListComparison,
  SyncApply,
  SyncPreview,
  SyncStart,
  { provide: ListedPeople, useClass: UploadedPeople },
  {
    provide: SyncProtection,
    inject: [Settings],
    useFactory: ({ syncs }: Settings): SyncProtection => syncs,
  },
];

/** Syncs of employees: requested in every process, carried out by workers. */
@Module({
  imports: [
    IdempotencyModule,
    IdentityModule,
    SegmentationModule,
    StaffFilesModule,
    StorageModule,
    SyncsOperationsModule,
    WorkforceModule,
  ],
  controllers: [EmployeeSyncsController],
  providers: [
    ...SYNCING,
    SyncColumnsService,
    SyncPreviewJob,
    SyncApplyJob,
    SyncUpkeepJob,
    { provide: SyncUploads, useClass: StoredUploads },
  ],
})
export class SyncsModule {}

/** Syncs that the command of an operator makes itself, of a list in a file. */
@Module({
  imports: [IdentityModule, SegmentationModule, StaffFilesModule, SyncsOperationsModule, WorkforceModule],
  providers: [
    ...SYNCING,
    SyncRun,
    { provide: Jobs, useClass: NoJobs },
    { provide: SyncUploads, useClass: LocalUploads },
  ],
})
export class SyncsRunModule {}
