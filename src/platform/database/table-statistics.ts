import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { SILENCE_MARGIN_MS } from './connection.js';
import { connectionOf, Sql } from './sql.js';
import { statementLimit } from './statement-limit.js';

/**
 * Tables and partitions of which the transaction has changed more than a tenth. A table that was never analysed has
 * -1 rows.
 */
const CHANGED = {
  name: 'statistics.changed',
  text: `
    SELECT c.oid::regclass::text AS "table"
    FROM pg_stat_xact_user_tables s JOIN pg_class c ON c.oid = s.relid
    WHERE c.relpersistence = 'p'
      AND s.n_tup_ins + s.n_tup_upd + s.n_tup_del > greatest(c.reltuples, 0) / 10
    ORDER BY 1`,
};

const FIRST_PAUSE_MS = 1_000;

/** Keeps the statistics of PostgreSQL's planner true after large changes, for which autovacuum takes a minute. */
@Injectable()
export class TableStatistics {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns tables that are worth an {@link analyze} after the transaction; temporary ones are left out */
  async outdatedBy(transaction: Transaction): Promise<string[]> {
    const rows = await this.sql.query<{ table: string }>(CHANGED, [], transaction);
    return rows.map(({ table }) => table);
  }

  /**
   * Analyses what a transaction has changed so far, within it, after 1, 3, 7, 15 … seconds until its work ends.
   * PostgreSQL looks for the object of each foreign key with a plan for the rows that it knows of. A plan for the few
   * rows before a large import reads a part of the table for each new row. Never waits for a lock: a table that is
   * locked is left out.
   *
   * @param work - the statements of the transaction
   * @returns its result
   */
  async keepDuring<T>(transaction: Transaction, work: Promise<T>): Promise<T> {
    const ended = work.then(
      () => true,
      () => true,
    );
    let pause = FIRST_PAUSE_MS;
    while (!(await Promise.race([ended, sleep(pause, false, { ref: false })]))) {
      await this.analyzeWithin(transaction).catch(async (error: unknown) => {
        await work; // its error is the cause
        throw error;
      });
      pause *= 2;
    }
    return work;
  }

  private async analyzeWithin(transaction: Transaction): Promise<void> {
    const client = await connectionOf(transaction);
    for (const table of await this.outdatedBy(transaction)) {
      await client.query(`ANALYZE (SKIP_LOCKED) ${table}`);
    }
  }

  /**
   * Analyses tables, each in a transaction of its own.
   * @returns those that could not be analysed; PostgreSQL lets only their owner do it, and warns others
   */
  async analyze(tables: readonly string[]): Promise<string[]> {
    const failed: string[] = [];
    for (const table of tables) {
      if (!(await this.isAnalyzed(table).catch(() => false))) failed.push(table);
    }
    return failed;
  }

  private isAnalyzed(table: string): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const client = await connectionOf(transaction);
      let isAnalyzed = true;
      const refuse = (): void => void (isAnalyzed = false);
      client.on('notice', refuse);
      try {
        const limitMs = statementLimit();
        await client.query({
          text: `ANALYZE ${table}`,
          ...(limitMs !== undefined && { query_timeout: limitMs + SILENCE_MARGIN_MS }),
        });
      } finally {
        client.off('notice', refuse);
      }
      return isAnalyzed;
    });
  }
}
