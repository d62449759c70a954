import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { Settings } from '../platform/config/settings.js';
import { SegmentationModule } from '../segmentation/index.js';
import { Jobs } from '../shared-kernel/jobs.js';
import { WorkforceModule } from '../workforce/index.js';
import { BadRowPeople } from './application/bad-row-people.js';
import { EmployeeSyncsService } from './application/employee-syncs.service.js';
import { ListCheck } from './application/list-check.js';
import { ListComparison } from './application/list-comparison.js';
import { SyncApply } from './application/sync-apply.js';
import { SyncPreview } from './application/sync-preview.js';
import { SyncRun } from './application/sync-run.js';
import { SyncProtection, SyncStart } from './application/sync-start.js';
import { ListedPeople, SyncUploads } from './application/sync.ports.js';
import { WorkbookReader } from './application/file-rows.js';
import { XlsxWorkbookReader } from './infrastructure/workbook/xlsx-workbook-reader.js';
import { FilePeople } from './interface/file-people.js';
import { LocalUploads, NoJobs } from './interface/local-lists.js';
import { UploadedPeople } from './interface/uploaded-people.js';
import { ProvisioningOperationsModule } from './provisioning.module.js';

/** Syncs that the command of an operator makes itself, of a list in a file. */
@Module({
  imports: [IdentityModule, SegmentationModule, ProvisioningOperationsModule, WorkforceModule],
  providers: [
    BadRowPeople,
    EmployeeSyncsService,
    FilePeople,
    ListCheck,
    ListComparison,
    SyncApply,
    SyncPreview,
    SyncRun,
    SyncStart,
    { provide: Jobs, useClass: NoJobs },
    { provide: SyncUploads, useClass: LocalUploads },
    { provide: WorkbookReader, useFactory: () => new XlsxWorkbookReader() },
    { provide: ListedPeople, useClass: UploadedPeople },
    {
      provide: SyncProtection,
      inject: [Settings],
      useFactory: ({ syncs }: Settings): SyncProtection => syncs,
    },
  ],
})
export class ProvisioningRunModule {}
