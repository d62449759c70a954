import type { MultiLanguage } from '../../shared-kernel/multi-language.js';
import type { ActionState } from '../domain/action.js';
import type { Visibility } from '../domain/enumerations.js';

/** An action as a workbook shows it. */
export type WorkbookAction = ActionState & {
  /** Whole percent, 0 to 100. */
  readonly completionPercent: number;
};

/** Plain data of a plan for a workbook, as its reader may see it. */
export interface WorkbookPlan {
  readonly id: string;
  readonly title: MultiLanguage;
  readonly description?: MultiLanguage | undefined;
  readonly visibility: Visibility;
  /** Whole percent, 0 to 100. */
  readonly completionPercent: number;
  readonly createdBy?: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly actions: readonly WorkbookAction[];
  /** Names of people, areas, groups and characteristics by id; an id without a name is shown as it is. */
  readonly names: Readonly<Record<string, string>>;
}
