import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { AuditRecords } from './application/audit-records.store.js';
import { ChangesByOthersQueries } from './application/changes-by-others.queries.js';
import { AuditQueries } from './application/audit.queries.js';
import { AuditRetention } from './application/audit-retention.js';
import { AuditRecordRetention } from './infrastructure/audit-record-retention.js';
import { AuditRetentionJob } from './interface/audit-retention.job.js';
import { AuditController } from './interface/audit.controller.js';

/** Retention of companies, for operators, too. */
@Module({
  providers: [AuditRecordRetention],
  exports: [AuditRecordRetention],
})
export class AuditRetentionModule {}

/** Reads the audit trail and keeps it bounded. Every context writes to it by the `AuditTrail` of the platform. */
@Module({
  imports: [ActionPlansModule],
  controllers: [AuditController],
  providers: [AuditQueries, ChangesByOthersQueries, AuditRetention, AuditRetentionJob, AuditRecords],
  exports: [ChangesByOthersQueries],
})
export class AuditModule {}
