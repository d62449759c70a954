import type { PlanState } from '../domain/action-plan.js';
import type { ActionState } from '../domain/action.js';

/** A new action, which has no notes. */
export interface CreatedAction {
  readonly plan: PlanState;
  readonly action: ActionState;
}
