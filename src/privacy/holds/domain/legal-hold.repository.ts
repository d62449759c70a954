import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { HeldIds, LegalHold } from './legal-hold.js';

/** The legal holds of companies. */
export abstract class LegalHoldRepository {
  /** All holds of a company, the oldest first. */
  abstract list(companyId: string, transaction?: Transaction): Promise<LegalHold[]>;

  /** Like {@link list}, and others who change holds of the company wait until the transaction ends. */
  abstract lock(companyId: string, transaction: Transaction): Promise<LegalHold[]>;

  /** True while rows of a person are removed. */
  abstract isBeingErased(companyId: string, person: HeldIds, transaction: Transaction): Promise<boolean>;

  /** Adds a hold, or replaces the one with its id. */
  abstract put(hold: LegalHold, transaction: Transaction): Promise<void>;

  abstract remove(hold: LegalHold, transaction: Transaction): Promise<void>;
}
