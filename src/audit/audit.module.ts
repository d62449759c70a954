import { Module } from '@nestjs/common';
import { ActionPlansModule } from '../action-plans/index.js';
import { ChangesByOthersQueries } from './application/changes-by-others.queries.js';
import { AuditQueries } from './application/audit.queries.js';
import { AuditRetention } from './application/audit-retention.js';
import { AuditRecordRetention } from './domain/audit-record-retention.js';
import { AuditRecords } from './domain/audit-records.js';
import { SqlAuditRecordRetention } from './infrastructure/sql-audit-record-retention.js';
import { SqlAuditRecords } from './infrastructure/sql-audit-records.js';
import { AuditRetentionJob } from './interface/audit-retention.job.js';
import { AuditController } from './interface/audit.controller.js';

/** Retention of companies, for operators, too. */
@Module({
  providers: [{ provide: AuditRecordRetention, useClass: SqlAuditRecordRetention }],
  exports: [AuditRecordRetention],
})
export class AuditRetentionModule {}

/** Reads the audit trail and keeps it bounded. Every context writes to it by the `AuditTrail` of the platform. */
@Module({
  imports: [ActionPlansModule],
  controllers: [AuditController],
  providers: [
    AuditQueries,
    ChangesByOthersQueries,
    AuditRetention,
    AuditRetentionJob,
    { provide: AuditRecords, useClass: SqlAuditRecords },
  ],
  exports: [ChangesByOthersQueries],
})
export class AuditModule {}
