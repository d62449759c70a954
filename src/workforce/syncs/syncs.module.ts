import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/index.js';
import { Settings } from '../../platform/config/settings.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { SegmentationModule } from '../../segmentation/index.js';
import { WorkforceModule } from '../index.js';
import { EmployeeSyncsService } from './application/employee-syncs.service.js';
import { ListCheck } from './application/list-check.js';
import { ListComparison } from './application/list-comparison.js';
import { SyncApply } from './application/sync-apply.js';
import { SyncPreview } from './application/sync-preview.js';
import { SyncProtection, SyncStart } from './application/sync-start.js';
import { ListedPeople, SyncUploads } from './application/sync.ports.js';
import { StoredUploads } from './infrastructure/stored-uploads.js';
import { EmployeeSyncsController } from './interface/employee-syncs.controller.js';
import { SyncApplyJob, SyncPreviewJob, SyncUpkeepJob } from './interface/sync-jobs.job.js';
import { UploadedPeople } from './interface/uploaded-people.js';
import { SyncOperationsModule } from './sync-operations.module.js';

/** Syncs of employees: requested in every process, carried out by workers. */
@Module({
  imports: [IdentityModule, SegmentationModule, StorageModule, SyncOperationsModule, WorkforceModule],
  controllers: [EmployeeSyncsController],
  providers: [
    EmployeeSyncsService,
    ListCheck,
    ListComparison,
    SyncStart,
    SyncPreview,
    SyncApply,
    SyncPreviewJob,
    SyncApplyJob,
    SyncUpkeepJob,
    { provide: SyncUploads, useClass: StoredUploads },
    { provide: ListedPeople, useClass: UploadedPeople },
    {
      provide: SyncProtection,
      inject: [Settings],
      useFactory: ({ syncs }: Settings): SyncProtection => syncs,
    },
  ],
})
export class EmployeeSyncsModule {}
