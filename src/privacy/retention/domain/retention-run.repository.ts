import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { PlannedRun } from './retention-run.js';

/** The planned runs of companies. */
export abstract class RetentionRunRepository {
  /** Companies whose run is due, the longest due first. */
  abstract dueCompanies(most: number): Promise<string[]>;

  /** Companies whose admins want a mail before the run and have got none yet. */
  abstract companiesToWarn(most: number): Promise<string[]>;

  /** The planned run of a company; undefined if nothing is planned. */
  abstract planned(companyId: string): Promise<PlannedRun | undefined>;

  /** Keeps others from planning for the company. @returns undefined if the run is not due, or another is planned */
  abstract lockDue(companyId: string, transaction: Transaction): Promise<PlannedRun | undefined>;

  /** The same for a run of which admins are to be warned. */
  abstract lockToWarn(companyId: string, transaction: Transaction): Promise<PlannedRun | undefined>;

  /** Plans the next run. */
  abstract plan(companyId: string, inMs: number | undefined, transaction: Transaction): Promise<void>;

  /** No mail about the planned run is sent any more. */
  abstract setWarned(companyId: string, transaction: Transaction): Promise<void>;
}
