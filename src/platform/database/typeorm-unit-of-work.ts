import type { DataSource, EntityManager } from 'typeorm';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { dataOf, forgetChangeSet, orderingChanges } from './change-sets.js';
import { limitTransaction } from './session-settings.js';
import { sqlErrorFacts } from './sql-errors.js';
import { statementLimit, withStatementLimit } from './statement-limit.js';

const MAX_ATTEMPTS = 5;

/** Deadlock and serialization failure: the transaction that runs again usually succeeds. */
const WORTH_REPEATING = new Set(['40P01', '40001']);

/** Transactions of TypeORM; inside another one, a savepoint. */
export class TypeormUnitOfWork extends UnitOfWork {
  /** @param statementTimeoutMs - where it differs from that of requests */
  constructor(
    private readonly dataSource: DataSource,
    private readonly statementTimeoutMs?: number,
  ) {
    super();
  }

  async run<T>(work: (transaction: Transaction) => Promise<T>, given?: Transaction): Promise<T> {
    if (given) return this.runInside(given, work);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.runOnce(work);
      } catch (error) {
        const { sqlState = '' } = sqlErrorFacts(error) ?? {};
        if (attempt === MAX_ATTEMPTS || !WORTH_REPEATING.has(sqlState)) throw error;
      }
    }
  }

  withStatementLimit<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    return withStatementLimit(limitMs, work);
  }

  afterCommit(transaction: Transaction, effect: () => void): void {
    const data = dataOf(managerOf(transaction));
    data.effects = [...(data.effects ?? []), effect];
  }

  /**
   * The savepoint is not one of TypeORM. Where that cannot be rolled back to, TypeORM tries it again in place of the
   * transaction, and the pool gets a connection whose transaction has failed. The newest savepoint with the name
   * counts.
   */
  private async runInside<T>(given: Transaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const manager = managerOf(given);
    const data = dataOf(manager);
    const { effects = [] } = data;
    await manager.query('SAVEPOINT inside');
    try {
      const result = await work(given);
      await manager.query('RELEASE SAVEPOINT inside');
      return result;
    } catch (error) {
      data.effects = effects;
      // Fails only where the transaction has failed as a whole; the first error says why.
      await manager.query('ROLLBACK TO SAVEPOINT inside; RELEASE SAVEPOINT inside').catch(() => undefined);
      throw error;
    }
  }

  private async runOnce<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let used: EntityManager | undefined;
    try {
      const { result, effects } = await this.dataSource.transaction(async (manager) => {
        used = manager;
        const transaction = manager as unknown as Transaction;
        const limitMs = this.statementTimeoutMs ?? statementLimit();
        if (limitMs !== undefined) await manager.query(limitTransaction(limitMs));
        const done = await orderingChanges(manager, () => work(transaction));
        return { result: done, effects: dataOf(manager).effects ?? [] };
      });
      for (const effect of effects) effect();
      return result;
    } finally {
      if (used) forgetChangeSet(used);
    }
  }
}

/** The TypeORM side of a transaction, for repositories. */
export function managerOf(transaction: Transaction): EntityManager {
  return transaction as unknown as EntityManager;
}
