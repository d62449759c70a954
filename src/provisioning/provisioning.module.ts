import { Global, Module, type Provider } from '@nestjs/common';
import { Registry } from 'prom-client';
import { IdentityModule } from '../identity/index.js';
import { Settings } from '../platform/config/settings.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { NoJobs } from '../platform/jobs/no-jobs.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { SegmentationModule } from '../segmentation/index.js';
import { Jobs } from '../shared-kernel/jobs.js';
import { EmployeeFiles, WorkforceModule } from '../workforce/index.js';
import { BadRowPeople } from './application/bad-row-people.js';
import { EmployeeSourcesService } from './application/employee-sources.service.js';
import { EmployeeSyncsQueries } from './application/employee-syncs.queries.js';
import { EmployeeSyncsService } from './application/employee-syncs.service.js';
import { FilePeople } from './application/file-people.js';
import { WorkbookReader } from './application/file-rows.js';
import { ListCheck } from './application/list-check.js';
import { ListComparison } from './application/list-comparison.js';
import { SourceStore } from './application/source.store.js';
import { StaffChanges } from './application/staff-changes.js';
import { StaffFiles } from './application/staff-files.js';
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
import { fileMeter } from './infrastructure/file-meter.js';
import { StoredUploads } from './infrastructure/stored-uploads.js';
import { XlsxWorkbookReader } from './infrastructure/workbook/xlsx-workbook-reader.js';
import { EmployeeSourcesController } from './interface/employee-sources.controller.js';
import { EmployeeSyncsController } from './interface/employee-syncs.controller.js';
import { LocalUploads } from './interface/local-lists.js';
import { SyncApplyJob, SyncPreviewJob, SyncUpkeepJob } from './interface/sync-jobs.job.js';
import { UploadedPeople } from './interface/uploaded-people.js';

/** Syncs for operators, whose command starts no jobs. */
@Module({
  imports: [IdentityModule, SegmentationModule, WorkforceModule],
  providers: [
    EmployeeSourcesService,
    EmployeeSyncsQueries,
    StaffChanges,
    SyncUndo,
    SourceStore,
    SyncColumnStore,
    SyncStore,
    SyncRowStore,
  ],
  exports: [
    EmployeeSourcesService,
    EmployeeSyncsQueries,
    StaffChanges,
    SourceStore,
    SyncColumnStore,
    SyncStore,
    SyncRowStore,
  ],
})
export class ProvisioningOperationsModule {}

/** Providers that preview and apply syncs, for jobs and for commands. */
const SYNCING: Provider[] = [
  BadRowPeople,
  EmployeeSyncsService,
  FilePeople,
  ListCheck,
  ListComparison,
  SyncApply,
  SyncPreview,
  SyncStart,
  {
    provide: WorkbookReader,
    inject: [Registry],
    useFactory: (registry: Registry): WorkbookReader => new XlsxWorkbookReader(fileMeter(registry)),
  },
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
    StorageModule,
    ProvisioningOperationsModule,
    WorkforceModule,
  ],
  controllers: [EmployeeSyncsController, EmployeeSourcesController],
  providers: [
    ...SYNCING,
    SyncColumnsService,
    SyncPreviewJob,
    SyncApplyJob,
    SyncUpkeepJob,
    { provide: SyncUploads, useClass: StoredUploads },
  ],
})
export class ProvisioningModule {}

/** Syncs that the command of an operator makes itself, of a list in a file. */
@Module({
  imports: [IdentityModule, SegmentationModule, ProvisioningOperationsModule, WorkforceModule],
  providers: [
    ...SYNCING,
    SyncRun,
    { provide: Jobs, useClass: NoJobs },
    { provide: SyncUploads, useClass: LocalUploads },
  ],
})
export class ProvisioningRunModule {}

/** The files with the staff, for the list of employees: workforce does not know sources. */
@Global()
@Module({
  imports: [SegmentationModule, ProvisioningOperationsModule],
  providers: [{ provide: EmployeeFiles, useClass: StaffFiles }],
  exports: [EmployeeFiles],
})
export class StaffFilesModule {}
