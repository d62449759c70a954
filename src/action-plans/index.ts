/**
 * The door of the action plans context. Export only what other parts may use, by name.
 */
export { ActionPlansModule, PlanExportsModule } from './action-plans.module.js';
export { ActionPlansService } from './application/action-plans.service.js';
