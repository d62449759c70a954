import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/index.js';
import { Settings } from '../../platform/config/settings.js';
import { MS_PER_DAY } from '../../shared-kernel/date-time.js';
import { WebhooksQueries } from '../../webhooks/index.js';
import { LegalHoldsModule } from '../holds/index.js';
import { RetentionSettingsModule } from '../retention/index.js';
import { OperatorPeriods, ProcessingReportService } from './application/processing-report.service.js';

/** The record of processing activities, for operators. */
@Module({
  imports: [IdentityModule, LegalHoldsModule, RetentionSettingsModule],
  providers: [
    WebhooksQueries,
    ProcessingReportService,
    { provide: OperatorPeriods, inject: [Settings], useFactory: operatorPeriods },
  ],
  exports: [ProcessingReportService],
})
export class ProcessingModule {}

function operatorPeriods({ auditRetentionMs, changes, exports, syncs }: Settings): OperatorPeriods {
  const daysOf = (ms: number): number => Math.round((100 * ms) / MS_PER_DAY) / 100;
  return {
    days: {
      AUDIT_RETENTION: daysOf(auditRetentionMs),
      CHANGES_RETENTION: daysOf(changes.retentionMs),
      SYNC_RETENTION: daysOf(syncs.retentionMs),
      EXPORT_LINK_TTL: daysOf(exports.linkTtlMs),
    },
  };
}
