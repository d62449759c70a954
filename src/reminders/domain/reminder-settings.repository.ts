import type { Transaction } from '../../shared-kernel/transaction.js';
import type { ReminderSettings } from './reminder-settings.js';

/** The settings of companies. */
export abstract class ReminderSettingsRepository {
  /** Undefined for a company that has set nothing. */
  abstract find(companyId: string, transaction?: Transaction): Promise<ReminderSettings | undefined>;

  /**
   * Locks the settings of a company until the transaction ends.
   * @returns the defaults, which it stores, for a company that has set nothing
   */
  abstract lock(companyId: string, transaction: Transaction): Promise<ReminderSettings>;

  /**
   * Updates locked settings. Reminders and digests that are turned on count from now on; for those that are turned on
   * or off, nothing is planned yet.
   */
  abstract update(companyId: string, settings: ReminderSettings, transaction: Transaction): Promise<void>;
}
