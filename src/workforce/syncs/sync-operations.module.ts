import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/index.js';
import { SegmentationModule } from '../../segmentation/index.js';
import { WorkforceModule } from '../index.js';
import { EmployeeSyncsQueries } from './application/employee-syncs.queries.js';
import { StaffChanges } from './application/staff-changes.js';
import { SyncUndo } from './application/sync-undo.js';
import { SyncRepository, SyncRowRepository } from './domain/sync.repository.js';
import { SqlSyncRowRepository } from './infrastructure/sql-sync-row.repository.js';
import { SqlSyncRepository } from './infrastructure/sql-sync.repository.js';

/** Syncs for operators, whose command starts no jobs. */
@Module({
  imports: [IdentityModule, SegmentationModule, WorkforceModule],
  providers: [
    EmployeeSyncsQueries,
    StaffChanges,
    SyncUndo,
    { provide: SyncRepository, useClass: SqlSyncRepository },
    { provide: SyncRowRepository, useClass: SqlSyncRowRepository },
  ],
  exports: [EmployeeSyncsQueries, StaffChanges, SyncRepository, SyncRowRepository],
})
export class SyncOperationsModule {}
