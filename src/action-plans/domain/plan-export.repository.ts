import type { PlanExport } from './plan-export.js';

/** Where exports are kept. Time is the database's: processes may disagree about theirs. */
export abstract class PlanExportRepository {
  /**
   * Records a new export durably, due from now on by the database's time. While an export of the same caller and plan is still queued, the request joins it.
   * @returns the id of the export that will be carried out; undefined when the plan or the caller is gone
   */
  abstract record(planExport: PlanExport): Promise<string | undefined>;

  /**
   * Lets the domain change one export. Of callers that change it at the same time one comes first and the others see
   * its result, so `decide` may be called more than once and must do nothing but decide.
   * @returns what `decide` returned last; undefined when there is no such export (any more)
   */
  abstract change<T>(
    exportId: string,
    decide: (planExport: PlanExport, now: Date) => T,
  ): Promise<T | undefined>;

  /**
   * Makes a link hold for as long as its export says. Earlier ones of the export go on holding: nobody knows whether
   * their mails arrived.
   * @returns false when the export is gone
   */
  abstract addLink(exportId: string, digest: Buffer): Promise<boolean>;

  /** Ids of exports that are due and that nobody works on, the longest waiting first. */
  abstract due(limit: number): Promise<string[]>;

  /** Lets go of the files of exports whose links have ended. */
  abstract releaseExpiredFiles(): Promise<void>;
}

/** Files that no record refers to any more, noted by the very transactions that ended the last reference. */
export abstract class FileDeletions {
  /** Keys that are due. */
  abstract due(limit: number): Promise<string[]>;

  /** The file is gone. */
  abstract done(key: string): Promise<void>;

  /** The file could not be removed now. */
  abstract postpone(key: string): Promise<void>;
}
