import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityModule } from '../identity/index.js';
import { SegmentationModule } from '../segmentation/index.js';
import { WorkforceModule } from '../workforce/index.js';
import { IdempotencyModule } from '../platform/idempotency/idempotency.module.js';
import { ActionReferences } from './application/action-references.js';
import { TargetMovesQueries } from './application/target-moves.queries.js';
import { TargetMovesService } from './application/target-moves.service.js';
import { ActionPlansQueries } from './application/action-plans.queries.js';
import { PlanPagesQueries } from './application/plan-pages.queries.js';
import { ActionPlansService } from './application/action-plans.service.js';
import { ActionsService } from './application/actions.service.js';
import { RemindedActionsQueries } from './application/reminded-actions.queries.js';
import { DeletedPlansService } from './application/deleted-plans.service.js';
import { ExportablePlans } from './application/exportable-plans.queries.js';
import { ChangedPlans } from './application/changed-plans.queries.js';
import { LockedPlans } from './application/locked-plans.js';
import { MyActionsQueries } from './application/my-actions.queries.js';
import { NotesService } from './application/notes.service.js';
import { OperatorPlansQueries } from './application/operator-plans.queries.js';
import { PlanPermissions } from './application/plan-permissions.js';
import { PlanRights } from './application/plan-rights.js';
import { PlanSummaryQueries } from './application/plan-summary.queries.js';
import { PlansImportService } from './application/plans-import.service.js';
import { ActionPlanRepository } from './domain/action-plan.repository.js';
import { ActionRepository } from './domain/action.repository.js';
import { DeletedPlanRepository } from './domain/deleted-plan.repository.js';
import { actionPlanSchema } from './infrastructure/action-plan.schema.js';
import { NewAssignmentRepository } from './domain/new-assignment.repository.js';
import { ClosedPlanRetention } from './infrastructure/closed-plan-retention.js';
import { DeletedPlanRetention } from './infrastructure/deleted-plan-retention.js';
import { SqlNewAssignmentRepository } from './infrastructure/sql-new-assignment.repository.js';
import { SqlActionRepository } from './infrastructure/sql-action.repository.js';
import { SqlDeletedPlanRepository } from './infrastructure/sql-deleted-plan.repository.js';
import { TypeormActionPlanRepository } from './infrastructure/typeorm-action-plan.repository.js';
import { ActionPlanImporter } from './interface/action-plan.importer.js';
import { ActionPlansController } from './interface/action-plans.controller.js';
import { ActionsController } from './interface/actions.controller.js';
import { MyActionsController } from './interface/my-actions.controller.js';
import { NotesController } from './interface/notes.controller.js';
import { PlanSummaryController } from './interface/plan-summary.controller.js';

/** Retention, for operators, too. */
@Module({
  providers: [ClosedPlanRetention, DeletedPlanRetention],
  exports: [ClosedPlanRetention, DeletedPlanRetention],
})
export class PlanRetentionModule {}

/** Plans themselves. */
@Module({
  imports: [
    TypeOrmModule.forFeature([actionPlanSchema]),
    IdempotencyModule,
    IdentityModule,
    SegmentationModule,
    WorkforceModule,
  ],
  // The path of the summary comes before those of plans, which it fits, too.
  controllers: [
    PlanSummaryController,
    ActionPlansController,
    ActionsController,
    NotesController,
    MyActionsController,
  ],
  providers: [
    ActionPlansService,
    ActionsService,
    NotesService,
    DeletedPlansService,
    PlansImportService,
    LockedPlans,
    MyActionsQueries,
    ActionReferences,
    TargetMovesQueries,
    TargetMovesService,
    ActionPlanImporter,
    ActionPlansQueries,
    PlanPagesQueries,
    PlanSummaryQueries,
    OperatorPlansQueries,
    ExportablePlans,
    ChangedPlans,
    RemindedActionsQueries,
    PlanPermissions,
    PlanRights,
    { provide: ActionPlanRepository, useClass: TypeormActionPlanRepository },
    { provide: ActionRepository, useClass: SqlActionRepository },
    { provide: DeletedPlanRepository, useClass: SqlDeletedPlanRepository },
    { provide: NewAssignmentRepository, useClass: SqlNewAssignmentRepository },
  ],
  exports: [
    ActionPlanImporter,
    ChangedPlans,
    DeletedPlansService,
    ExportablePlans,
    NewAssignmentRepository,
    PlanRights,
    RemindedActionsQueries,
  ],
})
export class ActionPlansModule {}
