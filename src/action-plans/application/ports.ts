import type { ActionState } from '../domain/action.js';
import type { Visibility } from '../domain/enumerations.js';
import type { MultiLanguage } from '../../shared-kernel/multi-language.js';

/** Everything that a workbook shows of a plan, as its reader may see it. */
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
  readonly actions: readonly (ActionState & { readonly completionPercent: number })[];
  /** Names of people, areas, groups and characteristics by their ids, where known; elsewhere the id is shown. */
  readonly names: Readonly<Record<string, string>>;
}

/** Writes a plan as a spreadsheet. */
export abstract class WorkbookWriter {
  /**
   * Writes the workbook to a new local file, without holding up the event loop.
   * @param language - BCP 47 tag of the reader; texts and labels fall back to the base language, then to English or the default
   * @param path - where to write
   */
  abstract write(plan: WorkbookPlan, language: string, path: string): Promise<void>;
}

/** Hands exports out to whoever works on them; fast, and allowed to forget: the record is the truth. */
export abstract class ExportQueue {
  /** Offers exports for work. Never throws and never waits for long: an offer that is lost is made again. */
  abstract offer(exportIds: readonly string[]): void;
}
