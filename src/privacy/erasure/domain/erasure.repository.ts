import type { Transaction } from '../../../shared-kernel/transaction.js';
import type { Erasure, ErasureKey, ErasureState, NewErasure } from './erasure.js';

/** An entry of the ledger as the store of files has it. */
export interface LedgerEntry extends ErasureKey {
  /** Keyed hashes of the person, in hexadecimal. */
  readonly hashes: readonly string[];
  readonly pseudonym: string | null;
  readonly reason: string;
  readonly requestedBy: string;
  readonly createdAt: string;
}

/** The ledger of erasures. */
export abstract class ErasureRepository {
  /** Adds an entry with the keyed hashes of the person. */
  abstract insert(erasure: NewErasure, transaction: Transaction): Promise<void>;

  /** Those of some entries that the database lacks, though it has their companies. */
  abstract missing(keys: readonly ErasureKey[]): Promise<ErasureKey[]>;

  /** Adds entries of the store of files that the database does not have. */
  abstract restore(entries: readonly LedgerEntry[]): Promise<void>;

  abstract find(key: ErasureKey): Promise<Erasure | undefined>;

  /** Locks an entry until the transaction ends. */
  abstract lock(key: ErasureKey, transaction: Transaction): Promise<Erasure | undefined>;

  /** The entries that are neither done nor held, the oldest first. */
  abstract open(companyId: string, limit: number): Promise<Erasure[]>;

  /** The entries that are held, the oldest first. */
  abstract held(companyId: string): Promise<Erasure[]>;

  /** Ids of companies that have entries in some states, of all companies. */
  abstract companiesWith(states: readonly ErasureState[], limit: number): Promise<string[]>;

  abstract setState(
    companyId: string,
    erasureIds: readonly string[],
    state: ErasureState,
    transaction?: Transaction,
  ): Promise<void>;

  /** The entry as the store of files keeps it. */
  abstract ledgerEntry(key: ErasureKey): Promise<LedgerEntry | undefined>;

  /** Number of erasures that were requested by keys in 24 hours. Others that count wait until the transaction ends. */
  abstract requestedToday(companyId: string, transaction: Transaction): Promise<number>;

  /** Forgets the person, of whom the hashes stay. */
  abstract done(companyId: string, erasureIds: readonly string[]): Promise<void>;

  abstract allowAgain(key: ErasureKey, transaction: Transaction): Promise<void>;

  /** Allows again what a restored database has forgotten, of all companies. */
  abstract allowAllAgain(keys: readonly ErasureKey[]): Promise<void>;
}
