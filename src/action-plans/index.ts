/** Public API of the action plans context. Exports of plans are a module of their own: `exports/index.ts`. */
export { ActionPlansModule, PlanRetentionModule } from './action-plans.module.js';
export { RequirePlanRight } from './interface/plan-right.guard.js';
export { ActionPlanImporter } from './interface/action-plan.importer.js';
export { registerPlanCommands } from './interface/plan.commands.js';
export { ActionPlanResponse } from './application/action-plan.response.js';
export { ChangedPlans, PLAN_CHANGES } from './application/changed-plans.queries.js';
export {
  RemindedActionsQueries,
  type AssignedPerson,
  type ManagedPart,
  type RemindedAction,
} from './application/reminded-actions.queries.js';
export {
  NewAssignmentRepository,
  type NewlyAssigned,
  type NotifiedCompany,
} from './domain/new-assignment.repository.js';
export { MAY_READ_PLAN } from './application/plan-statements.queries.js';
export { DeletedPlansService } from './application/deleted-plans.service.js';
export {
  ExportablePlans,
  type WorkbookAction,
  type WorkbookPlan,
} from './application/exportable-plans.queries.js';
export { assigneeKeysOf } from './domain/plan-filter.js';
export { MentionSource } from './infrastructure/mention-source.js';
export { PLAN_TABLES } from './infrastructure/action-plan.tables.js';
export { PlanEraser } from './infrastructure/plan-eraser.js';
export { PlanSource } from './infrastructure/plan-source.js';
export { PlanForbidden, PlanNotFound } from './domain/action-plan.errors.js';
export { ACTION_STATUSES, FOCUS_TYPES, QUESTION_TYPES, type ActionStatus } from './domain/enumerations.js';
export { ClosedPlanRetention } from './infrastructure/closed-plan-retention.js';
export { DeletedPlanRetention } from './infrastructure/deleted-plan-retention.js';
