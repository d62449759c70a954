import type { Day } from '../../shared-kernel/local-days.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { RemindingCompany } from './reminding-company.js';
import type { Recipient } from './wishes.js';

/** A person gets at most one of each in a day. */
export type DailyMail = 'morning' | 'assigned';

/** Which mails are planned. */
export abstract class ReminderPlanRepository {
  /** Companies that have turned on reminders or the digest. */
  abstract findCompanies(): Promise<RemindingCompany[]>;

  /** Undefined if the company has turned on neither. */
  abstract find(companyId: string): Promise<RemindingCompany | undefined>;

  /** Like {@link find}, and keeps other processes from planning for the company until the transaction ends. */
  abstract lock(companyId: string, transaction: Transaction): Promise<RemindingCompany | undefined>;

  abstract setPlanned(
    companyId: string,
    planned: { readonly morning?: Day; readonly digest?: Day },
    transaction: Transaction,
  ): Promise<void>;

  /**
   * Claims a mail of a day for people, who become recipients if they are not.
   * @param emailKeys - of the people
   * @returns the recipients for whom nobody has claimed such a mail of that day
   */
  abstract claim(
    companyId: string,
    emailKeys: readonly string[],
    day: Day,
    mail: DailyMail,
    transaction: Transaction,
  ): Promise<Recipient[]>;
}
