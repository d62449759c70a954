import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../identity/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { ActionPlansQueries } from './application/action-plans.queries.js';
import { ActionPlansService } from './application/action-plans.service.js';
import { ExportablePlans } from './application/exportable-plans.js';
import { PlanListQueries } from './application/plan-list.queries.js';
import { PlanNames } from './application/plan-names.js';
import { PlanRights } from './application/plan-rights.js';
import { ActionPlanRepository } from './domain/action-plan.repository.js';
import { actionPlanSchema } from './infrastructure/action-plan.schema.js';
import { TypeormActionPlanRepository } from './infrastructure/typeorm-action-plan.repository.js';
import { ActionPlanImporter } from './interface/action-plan.importer.js';
import { ActionPlansController } from './interface/action-plans.controller.js';

/** Plans themselves. */
@Module({
  imports: [
    TypeOrmModule.forFeature([actionPlanSchema]),
    IdentityModule,
    SegmentationModule,
    WorkforceModule,
  ],
  controllers: [ActionPlansController],
  providers: [
    ActionPlansService,
    ActionPlanImporter,
    ActionPlansQueries,
    PlanListQueries,
    ExportablePlans,
    PlanNames,
    PlanRights,
    { provide: ActionPlanRepository, useClass: TypeormActionPlanRepository },
  ],
  exports: [ActionPlanImporter, ExportablePlans, PlanRights],
})
export class ActionPlansModule {}
