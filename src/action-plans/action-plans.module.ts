import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../identity/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { ActionReferences } from './application/action-references.js';
import { ActionPlansQueries } from './application/action-plans.queries.js';
import { ActionPlansService } from './application/action-plans.service.js';
import { ActionsService } from './application/actions.service.js';
import { ExportablePlans } from './application/exportable-plans.js';
import { LockedPlans } from './application/locked-plans.js';
import { NotesService } from './application/notes.service.js';
import { PlanListQueries } from './application/plan-list.queries.js';
import { PlanNames } from './application/plan-names.js';
import { PlanRights } from './application/plan-rights.js';
import { ActionPlanRepository } from './domain/action-plan.repository.js';
import { ActionRepository } from './domain/action.repository.js';
import { actionPlanSchema } from './infrastructure/action-plan.schema.js';
import { PlanRevisions } from './infrastructure/plan-revisions.js';
import { SqlActionRepository } from './infrastructure/sql-action.repository.js';
import { TypeormActionPlanRepository } from './infrastructure/typeorm-action-plan.repository.js';
import { ActionPlanImporter } from './interface/action-plan.importer.js';
import { ActionPlansController } from './interface/action-plans.controller.js';
import { ActionsController } from './interface/actions.controller.js';
import { NotesController } from './interface/notes.controller.js';

/** Plans themselves. */
@Module({
  imports: [
    TypeOrmModule.forFeature([actionPlanSchema]),
    IdentityModule,
    SegmentationModule,
    WorkforceModule,
  ],
  controllers: [ActionPlansController, ActionsController, NotesController],
  providers: [
    ActionPlansService,
    ActionsService,
    NotesService,
    LockedPlans,
    ActionReferences,
    ActionPlanImporter,
    ActionPlansQueries,
    PlanListQueries,
    ExportablePlans,
    PlanNames,
    PlanRights,
    PlanRevisions,
    { provide: ActionPlanRepository, useClass: TypeormActionPlanRepository },
    { provide: ActionRepository, useClass: SqlActionRepository },
  ],
  exports: [ActionPlanImporter, ExportablePlans, PlanRights],
})
export class ActionPlansModule {}
