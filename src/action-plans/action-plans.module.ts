import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../identity/index.js';
import { MailModule } from '../platform/mail/mail.module.js';
import type { Runtime } from '../platform/platform.module.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { SegmentationModule } from '../segmentation/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { ActionPlansQueries } from './application/action-plans.queries.js';
import { ActionPlansService } from './application/action-plans.service.js';
import { EXPORT_QUEUE } from './application/export-queue.js';
import { ExportUpkeep } from './application/export-upkeep.js';
import { ExportWork } from './application/export-work.js';
import { ExportFiles, ExportLinks, ExportMail } from './application/export.ports.js';
import { PlanExportsQueries } from './application/plan-exports.queries.js';
import { PlanExportsService } from './application/plan-exports.service.js';
import { PlanNames } from './application/plan-names.js';
import { PlanWorkbooks } from './application/plan-workbooks.js';
import { ExportQueue, WorkbookWriter } from './application/ports.js';
import { ActionPlanRepository } from './domain/action-plan.repository.js';
import { FileDeletions, PlanExportRepository } from './domain/plan-export.repository.js';
import { actionPlanSchema, planActionSchema } from './infrastructure/action-plan.schema.js';
import { BullExportQueue } from './infrastructure/bull-export-queue.js';
import { DeploymentExportLinks } from './infrastructure/export-links.js';
import { MailerExportMail } from './infrastructure/mailer-export-mail.js';
import { SqlFileDeletions } from './infrastructure/sql-file-deletions.js';
import { SqlPlanExportRepository } from './infrastructure/sql-plan-export.repository.js';
import { StorageExportFiles } from './infrastructure/storage-export-files.js';
import { TypeormActionPlanRepository } from './infrastructure/typeorm-action-plan.repository.js';
import { XlsxWorkbookWriter } from './infrastructure/workbook/xlsx-workbook-writer.js';
import { ActionPlansController } from './interface/action-plans.controller.js';
import { ExportAttempts } from './interface/export-attempts.js';
import { ExportClock } from './interface/export-clock.js';
import { ExportDownloadController } from './interface/export-download.controller.js';
import { InProcessWorker, NoQueue } from './interface/in-process-worker.js';
import { PlanExportProcessor } from './interface/plan-export.processor.js';
import { PlanExportsController } from './interface/plan-exports.controller.js';

/** Plans themselves. */
@Module({
  imports: [
    TypeOrmModule.forFeature([actionPlanSchema, planActionSchema]),
    IdentityModule,
    SegmentationModule,
    WorkforceModule,
  ],
  controllers: [ActionPlansController],
  providers: [
    ActionPlansService,
    ActionPlansQueries,
    PlanNames,
    { provide: ActionPlanRepository, useClass: TypeormActionPlanRepository },
  ],
  exports: [ActionPlansService, ActionPlansQueries],
})
export class ActionPlansModule {}

/** Exports of plans: taken in every process, carried out in those that work, handed out with or without Redis. */
@Module({})
export class PlanExportsModule {
  static for({ settings, isWorker = false }: Runtime): DynamicModule {
    const { redisUrl } = settings;
    return {
      module: PlanExportsModule,
      imports: [
        IdentityModule,
        MailModule,
        StorageModule,
        ActionPlansModule,
        ...(redisUrl === undefined ? [] : [QueueModule.register(EXPORT_QUEUE, redisUrl)]),
      ],
      controllers: [PlanExportsController, ExportDownloadController],
      providers: [
        PlanExportsService,
        PlanExportsQueries,
        PlanWorkbooks,
        ExportWork,
        ExportUpkeep,
        ExportAttempts,
        { provide: PlanExportRepository, useClass: SqlPlanExportRepository },
        { provide: FileDeletions, useClass: SqlFileDeletions },
        { provide: WorkbookWriter, useFactory: () => new XlsxWorkbookWriter() },
        { provide: ExportFiles, useClass: StorageExportFiles },
        { provide: ExportMail, useClass: MailerExportMail },
        { provide: ExportLinks, useClass: DeploymentExportLinks },
        ...handOut(redisUrl !== undefined, isWorker),
      ],
    };
  }
}

/** Two ways to hand the same records out; whoever works also sees to it that none is forgotten. */
function handOut(hasRedis: boolean, isWorker: boolean): Provider[] {
  const work = isWorker ? [ExportClock] : [];
  if (hasRedis) {
    const take = isWorker ? [PlanExportProcessor] : [];
    return [{ provide: ExportQueue, useClass: BullExportQueue }, ...take, ...work];
  }
  return [{ provide: ExportQueue, useClass: isWorker ? InProcessWorker : NoQueue }, ...work];
}
