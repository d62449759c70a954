import { Retention } from '../../shared-kernel/retention.js';

/** Plans with actions, none of which is open, by the last change of the plan, its actions or their notes. */
export abstract class ClosedPlanRetention extends Retention {}

/** Deleted plans that can be restored, by their deletion. */
export abstract class DeletedPlanRetention extends Retention {}
