import type { PlanState } from '../domain/action-plan.js';
import type { PlanFigures } from '../domain/plan-figures.js';
import type { ActionState, Note } from '../domain/action.js';

/** An action as a workbook shows it. */
export interface WorkbookAction extends ActionState {
  readonly notes: readonly Note[];
  /** Whole percent, 0 to 100. */
  readonly completionPercent: number;
}

/** Plain data of a plan for a workbook, as its reader may see it. */
export interface WorkbookPlan extends PlanState {
  /** Whole percent, 0 to 100. */
  readonly completionPercent: number;
  readonly actions: readonly WorkbookAction[];
  /** By the calendar of the reader's company. */
  readonly figures: PlanFigures;
  /** Names of people, areas, groups and characteristics by id; an id without a name is shown as it is. */
  readonly names: Readonly<Record<string, string>>;
}
