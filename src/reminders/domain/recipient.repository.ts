import type { Day } from '../../shared-kernel/local-days.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import type { Recipient, Wishes } from './wishes.js';

/** A person gets at most one of each in a day. */
export type DailyMail = 'morning' | 'assigned';

/** E-mail addresses of companies that get mail, each known since it was first needed. */
export abstract class RecipientRepository {
  /** By a folded address, with the day of the last mail about assignments only. */
  abstract find(
    companyId: string,
    emailKey: string,
    transaction?: Transaction,
  ): Promise<(Recipient & { readonly lastAssigned: Day | null }) | undefined>;

  abstract findById(companyId: string, id: string): Promise<Recipient | undefined>;

  /** Locks a recipient until the transaction ends, and adds it where it is unknown. */
  abstract lock(companyId: string, emailKey: string, transaction: Transaction): Promise<Recipient>;

  /** @returns false when there is no such recipient */
  abstract setWishes(
    companyId: string,
    id: string,
    wishes: Wishes,
    transaction?: Transaction,
  ): Promise<boolean>;

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
