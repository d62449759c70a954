import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { RetentionSettings } from './retention-settings.js';

/** The retention of companies. */
export abstract class RetentionSettingsRepository {
  /** Undefined for a company that has set nothing. */
  abstract find(companyId: string, transaction?: Transaction): Promise<RetentionSettings | undefined>;

  /**
   * Locks the settings of a company until the transaction ends.
   * @returns the defaults, which it stores, for a company that has set nothing
   */
  abstract lock(companyId: string, transaction: Transaction): Promise<RetentionSettings>;

  /**
   * Updates locked settings.
   * @param nextRunInMs - time until the first run with these settings; undefined if they remove nothing
   */
  abstract update(
    companyId: string,
    settings: RetentionSettings,
    nextRunInMs: number | undefined,
    transaction: Transaction,
  ): Promise<void>;
}
