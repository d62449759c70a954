import { Module, type DynamicModule } from '@nestjs/common';
import { PlanExportsModule } from './action-plans/exports/index.js';
import { ActionPlansModule } from './action-plans/index.js';
import { AnnouncementsModule } from './announcements/index.js';
import { AuditModule } from './audit/index.js';
import { ChangesModule } from './changes/index.js';
import { CompanySettingsApiModule } from './company-settings/index.js';
import { IdentityApiModule } from './identity/identity-api.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { MeModule } from './me/index.js';
import { SessionSettingsCheck } from './platform/database/startup-checks.js';
import { JobsModule } from './platform/jobs/jobs.module.js';
import type { Logger } from './platform/logging/logger.js';
import { MetricsServer } from './platform/metrics/metrics-server.js';
import { ProcessMetrics } from './platform/metrics/process-metrics.js';
import { PlatformModule, type Runtime } from './platform/platform.module.js';
import { AccessModule } from './privacy/access/index.js';
import { ErasureModule } from './privacy/erasure/index.js';
import { LegalHoldsApiModule } from './privacy/holds/index.js';
import { PrivacyModule } from './privacy/index.js';
import { RetentionModule } from './privacy/retention/index.js';
import { RemindersModule } from './reminders/index.js';
import { ScimModule } from './scim/index.js';
import { SignInModule } from './sign-in/index.js';
import { SegmentationApiModule, SegmentationModule } from './segmentation/index.js';
import { WorkforceModule } from './workforce/index.js';
import { StaffFilesApiModule } from './staff-files/index.js';
import { SyncsModule } from './syncs/index.js';
import { TimesheetsModule } from './timesheets/index.js';
import { WebhooksModule } from './webhooks/index.js';

/** The platform and all contexts. */
@Module({})
export class AppModule {
  static for(runtime: Runtime, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.for(runtime, logger),
        JobsModule.for(runtime),
        IdentityApiModule,
        SignInModule,
        AnnouncementsModule,
        ActionPlansModule,
        PlanExportsModule,
        SegmentationModule,
        WorkforceModule,
        SegmentationApiModule,
        SyncsModule,
        StaffFilesApiModule,
        ScimModule,
        PrivacyModule,
        AccessModule,
        ErasureModule,
        LegalHoldsApiModule,
        RetentionModule,
        TimesheetsModule,
        MeModule,
        CompanySettingsApiModule,
        RemindersModule,
        ImportsModule,
        AuditModule,
        ChangesModule,
        WebhooksModule,
      ],
      providers: [
        SessionSettingsCheck,
        ...(runtime.settings.metrics.port === undefined ? [] : [ProcessMetrics, MetricsServer]),
        ...JobsModule.workers(runtime),
      ],
    };
  }
}
