import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { IdentityModule } from '../../identity/index.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import type { Runtime } from '../../platform/platform.module.js';
import { QueueModule } from '../../platform/queue/queue.module.js';
import { StorageModule } from '../../platform/storage/storage.module.js';
import { ActionPlansModule } from '../index.js';
import { ExportListQueries } from './application/export-list.queries.js';
import { ExportMaintenance } from './application/export-maintenance.js';
import { EXPORT_QUEUE } from './application/export-queue.js';
import { ExportRetryService } from './application/export-retry.service.js';
import { ExportRunner } from './application/export-runner.js';
import {
  ExportFiles,
  ExportLinks,
  ExportLog,
  ExportMail,
  ExportQueue,
  WorkbookWriter,
} from './application/export.ports.js';
import { PlanExportsQueries } from './application/plan-exports.queries.js';
import { PlanExportsService } from './application/plan-exports.service.js';
import { PlanWorkbooks } from './application/plan-workbooks.js';
import { ObsoleteExportFiles, PlanExportRepository } from './domain/plan-export.repository.js';
import { ExportBacklogMetrics } from './infrastructure/export-backlog-metrics.js';
import { BullExportQueue } from './infrastructure/bull-export-queue.js';
import { BullWorkerExportQueue } from './infrastructure/bull-worker-export-queue.js';
import { DeploymentExportLinks } from './infrastructure/export-links.js';
import { InProcessExportQueue, NoExportQueue } from './infrastructure/in-process-export-queue.js';
import { LoggerExportLog } from './infrastructure/logger-export-log.js';
import { MailerExportMail } from './infrastructure/mailer-export-mail.js';
import { SqlObsoleteExportFiles } from './infrastructure/sql-obsolete-export-files.js';
import { SqlPlanExportRepository } from './infrastructure/sql-plan-export.repository.js';
import { StorageExportFiles } from './infrastructure/storage-export-files.js';
import { XlsxWorkbookWriter } from './infrastructure/workbook/xlsx-workbook-writer.js';
import { ExportDownloadController } from './interface/export-download.controller.js';
import { ExportScheduler } from './interface/export-scheduler.js';
import { planExportProcessor } from './interface/plan-export.processor.js';
import { PlanExportsController } from './interface/plan-exports.controller.js';

/** Exports of plans: requested in every process, carried out by workers, dispatched through Redis or without it. */
@Module({})
export class PlanExportsModule {
  static for(runtime: Runtime): DynamicModule {
    const { redis } = runtime.settings;
    return {
      module: PlanExportsModule,
      imports: [
        IdentityModule,
        MailModule,
        StorageModule,
        ActionPlansModule,
        ...(redis ? [QueueModule.register(EXPORT_QUEUE, redis)] : []),
      ],
      controllers: [PlanExportsController, ExportDownloadController],
      providers: [
        PlanExportsService,
        PlanExportsQueries,
        PlanWorkbooks,
        ExportRunner,
        ExportMaintenance,
        { provide: PlanExportRepository, useClass: SqlPlanExportRepository },
        { provide: ObsoleteExportFiles, useClass: SqlObsoleteExportFiles },
        { provide: WorkbookWriter, useFactory: () => new XlsxWorkbookWriter() },
        { provide: ExportFiles, useClass: StorageExportFiles },
        { provide: ExportMail, useClass: MailerExportMail },
        { provide: ExportLinks, useClass: DeploymentExportLinks },
        { provide: ExportLog, useClass: LoggerExportLog },
        ...(runtime.settings.metrics.port === undefined ? [] : [ExportBacklogMetrics]),
        ...dispatch(runtime),
      ],
    };
  }
}

/** What operators do with exports, without the queue, the mail and the files. */
@Module({
  imports: [IdentityModule],
  providers: [
    ExportListQueries,
    ExportRetryService,
    { provide: PlanExportRepository, useClass: SqlPlanExportRepository },
  ],
})
export class ExportOperationsModule {}

/** The queue, and in workers what takes exports from it and from the database. */
function dispatch({ settings, isWorker = false }: Runtime): Provider[] {
  if (!isWorker)
    return [{ provide: ExportQueue, useClass: settings.redis ? BullExportQueue : NoExportQueue }];
  if (!settings.redis) return [{ provide: ExportQueue, useClass: InProcessExportQueue }, ExportScheduler];
  return [
    InProcessExportQueue,
    { provide: ExportQueue, useClass: BullWorkerExportQueue },
    planExportProcessor(settings.exports.concurrency),
    ExportScheduler,
  ];
}
