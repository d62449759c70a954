import type { Transaction } from '../../../shared-kernel/transaction.js';

/** An entry of the ledger about a company. Ids are never given again. */
export interface DeletedCompany {
  readonly companyId: string;
  /** RFC 3339. */
  readonly deletedAt: string;
}

/** The part of the ledger that is about companies. */
export abstract class DeletedCompanies {
  /** Adds an entry; one that is there already stays. */
  abstract enter(company: DeletedCompany, transaction?: Transaction): Promise<void>;

  /** @returns false if there is no entry */
  abstract takeBack(companyId: string, transaction: Transaction): Promise<boolean>;

  /** Those of some companies that have an entry. */
  abstract among(companyIds: readonly string[]): Promise<string[]>;

  /** Companies that have an entry and are in the database nevertheless. */
  abstract present(): Promise<string[]>;
}
