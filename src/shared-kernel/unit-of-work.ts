import type { Transaction } from './transaction.js';

/** Runs changes of one or more repositories, of any context, in one transaction. */
export abstract class UnitOfWork {
  /**
   * Commits when the work resolves, and rolls back when it rejects. Work that meets a deadlock is run again, so it
   * must not have effects outside of the transaction.
   * @param given - a transaction to take part in; then nothing is begun, committed or repeated here
   */
  abstract run<T>(work: (transaction: Transaction) => Promise<T>, given?: Transaction): Promise<T>;
}
