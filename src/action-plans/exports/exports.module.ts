import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/index.js';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { ActionPlansModule } from '../index.js';
import { ExportMail, WorkbookWriter } from './application/export.ports.js';
import { ObsoleteExportFiles } from './application/obsolete-export-files.store.js';
import { ObsoleteWorkbooks } from './application/obsolete-workbooks.js';
import { PlanExportWork } from './application/plan-export-work.js';
import { PlanExportStore } from './application/plan-export.store.js';
import { PlanExportsQueries } from './application/plan-exports.queries.js';
import { PlanExportsService } from './application/plan-exports.service.js';
import { PlanWorkbooks } from './application/plan-workbooks.js';
import { MailerExportMail } from './infrastructure/mailer-export-mail.js';
import { XlsxWorkbookWriter } from './infrastructure/workbook/xlsx-workbook-writer.js';
import { ExportDownloadController } from './interface/export-download.controller.js';
import { ExportUpkeepJob } from './interface/export-upkeep.job.js';
import { PlanExportJob } from './interface/plan-export.job.js';
import { PlanExportsController } from './interface/plan-exports.controller.js';

/** Exports of plans: requested in every process, carried out by workers. */
@Module({
  imports: [IdempotencyModule, IdentityModule, MailModule, StorageModule, ActionPlansModule],
  controllers: [PlanExportsController, ExportDownloadController],
  providers: [
    PlanExportsService,
    PlanExportsQueries,
    PlanWorkbooks,
    PlanExportWork,
    ObsoleteWorkbooks,
    PlanExportJob,
    ExportUpkeepJob,
    PlanExportStore,
    ObsoleteExportFiles,
    { provide: WorkbookWriter, useFactory: () => new XlsxWorkbookWriter() },
    { provide: ExportMail, useClass: MailerExportMail },
  ],
})
export class PlanExportsModule {}
