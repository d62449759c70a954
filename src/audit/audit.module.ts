import { Module, type DynamicModule } from '@nestjs/common';
import type { Runtime } from '../platform/platform.module.js';
import { AuditQueries } from './application/audit.queries.js';
import { AuditRetention } from './application/audit-retention.js';
import { AuditRecords } from './domain/audit-records.js';
import { SqlAuditRecords } from './infrastructure/sql-audit-records.js';
import { AuditScheduler } from './interface/audit-scheduler.js';
import { AuditController } from './interface/audit.controller.js';

/** Reads the audit trail and keeps it bounded. Every context writes to it by the `AuditTrail` of the platform. */
@Module({})
export class AuditModule {
  static for({ isWorker = false }: Runtime): DynamicModule {
    return {
      module: AuditModule,
      controllers: [AuditController],
      providers: [
        AuditQueries,
        AuditRetention,
        { provide: AuditRecords, useClass: SqlAuditRecords },
        ...(isWorker ? [AuditScheduler] : []),
      ],
    };
  }
}
