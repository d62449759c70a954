import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Transaction } from '../../shared-kernel/transaction.js';

/** Begins atomic changes, which one or more repositories take part in (ADR 11). */
@Injectable()
export class Transactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs work in a transaction; when it fails, nothing stays of what was written.
   * @param given - the transaction to take part in; a new one is begun when left out
   */
  run<T>(
    work: (manager: EntityManager, transaction: Transaction) => Promise<T>,
    given?: Transaction,
  ): Promise<T> {
    if (given) return work(managerOf(given), given);
    return this.dataSource.transaction((manager) => work(manager, manager as unknown as Transaction));
  }
}

/** What a transaction is to TypeORM. */
export function managerOf(transaction: Transaction): EntityManager {
  return transaction as unknown as EntityManager;
}
