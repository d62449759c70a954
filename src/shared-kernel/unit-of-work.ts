import type { Transaction } from './transaction.js';

/** Runs changes of one or more repositories, of any context, in one transaction. */
export abstract class UnitOfWork {
  /**
   * Commits when the work resolves, and rolls back when it rejects. Work that meets a deadlock is run again, so effects
   * outside of the transaction belong in {@link afterCommit}.
   * @param given - a transaction to take part in: a failure rolls back what this work did, and nothing is repeated
   */
  abstract run<T>(work: (transaction: Transaction) => Promise<T>, given?: Transaction): Promise<T>;

  /**
   * Does work outside of requests that reads whole tables of a company. Its statements and transactions may take so
   * long, instead of `DATABASE_STATEMENT_TIMEOUT`, which protects requests.
   */
  abstract withStatementLimit<T>(limitMs: number, work: () => Promise<T>): Promise<T>;

  /** Runs an effect when the transaction has been committed, and never when it is rolled back. */
  abstract afterCommit(transaction: Transaction, effect: () => void): void;
}
