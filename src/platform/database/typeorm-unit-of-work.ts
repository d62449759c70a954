import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { sqlErrorFacts } from './sql-errors.js';

const MAX_ATTEMPTS = 5;

/** Deadlock and serialization failure: the transaction that runs again usually succeeds. */
const WORTH_REPEATING = new Set(['40P01', '40001']);

/** Transactions of TypeORM. */
@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async run<T>(work: (transaction: Transaction) => Promise<T>, given?: Transaction): Promise<T> {
    if (given) return work(given);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dataSource.transaction((manager) => work(manager as unknown as Transaction));
      } catch (error) {
        const { sqlState = '' } = sqlErrorFacts(error) ?? {};
        if (attempt === MAX_ATTEMPTS || !WORTH_REPEATING.has(sqlState)) throw error;
      }
    }
  }
}

/** The TypeORM side of a transaction, for repositories. */
export function managerOf(transaction: Transaction): EntityManager {
  return transaction as unknown as EntityManager;
}
