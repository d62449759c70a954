import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { sqlErrorFacts } from './sql-errors.js';

const MAX_ATTEMPTS = 5;

/** Deadlock and serialization failure: the transaction that runs again usually succeeds. */
const WORTH_REPEATING = new Set(['40P01', '40001']);

/** Transactions of TypeORM; inside another one, a savepoint. */
@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  private readonly effects = new WeakMap<Transaction, (() => void)[]>();

  constructor(private readonly dataSource: DataSource) {
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

  afterCommit(transaction: Transaction, effect: () => void): void {
    this.effects.get(transaction)?.push(effect);
  }

  private async runInside<T>(given: Transaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const effects = this.effects.get(given) ?? [];
    const before = effects.length;
    try {
      return await managerOf(given).transaction(() => work(given));
    } catch (error) {
      effects.length = before;
      throw error;
    }
  }

  private async runOnce<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const effects: (() => void)[] = [];
    const result = await this.dataSource.transaction((manager) => {
      const transaction = manager as unknown as Transaction;
      this.effects.set(transaction, effects);
      return work(transaction);
    });
    for (const effect of effects) effect();
    return result;
  }
}

/** The TypeORM side of a transaction, for repositories. */
export function managerOf(transaction: Transaction): EntityManager {
  return transaction as unknown as EntityManager;
}
