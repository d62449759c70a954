import type { Day } from '../../shared-kernel/local-days.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { RemindingCompany } from './reminding-company.js';
import type { ReminderSettings } from './reminder-settings.js';

/** The settings of companies, and which of their mails are planned. */
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

  /** Companies that have turned on reminders or the digest. */
  abstract remindingCompanies(): Promise<RemindingCompany[]>;

  /** Undefined if the company has turned on neither. */
  abstract remindingCompany(companyId: string): Promise<RemindingCompany | undefined>;

  /** Like {@link remindingCompany}, and keeps other processes from planning for the company. */
  abstract lockRemindingCompany(
    companyId: string,
    transaction: Transaction,
  ): Promise<RemindingCompany | undefined>;

  /** Of what is undefined nothing changes. */
  abstract setPlanned(
    companyId: string,
    planned: { readonly morning: Day | undefined; readonly digest: Day | undefined },
    transaction: Transaction,
  ): Promise<void>;
}
