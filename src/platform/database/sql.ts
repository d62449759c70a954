import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { poolOf, SILENCE_MARGIN_MS } from './connection.js';
import { limitTransaction } from './session-settings.js';
import { statementLimit } from './statement-limit.js';
import { managerOf } from './typeorm-unit-of-work.js';

/** A statement. The server prepares it once per connection, and knows it by its name. */
export interface Statement {
  /**
   * Unique among all statements of the service. Absent where the text has countless forms: such a statement is prepared
   * for one execution.
   */
  readonly name?: string;
  readonly text: string;
  /** Names of the values in the order of `$1`, `$2` and so on; absent where the values are a list. */
  readonly parameters?: readonly string[];
  /**
   * Most rows that the server sends at a time, in a round trip each: a large result then does not hold up other
   * requests while it is read. All at once when not given.
   */
  readonly rowsAtATime?: number;
}

/** The values of a statement: a list, or by the names of {@link named}. */
export type StatementValues = readonly unknown[] | object;

/** `:name`, but no cast (`::text`) and no part of a word or of a format of times (`HH24:MI`). */
const PARAMETER = /(?<![:\w]):([a-z]\w*)/gi;

/** A statement whose values have names: `:companyId` stands for the value `companyId`, wherever it is repeated. */
export function named(name: string, text: string): Statement {
  const parameters: string[] = [];
  const numbered = text.replaceAll(PARAMETER, (_, parameter: string) => {
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { name, text: numbered, parameters };
}

/** @returns the values in the order of `$1`, `$2` and so on */
export function listOf({ name, parameters = [] }: Statement, values: StatementValues): readonly unknown[] {
  if (Array.isArray(values)) return values;
  return parameters.map((parameter) => {
    if (!(parameter in values)) throw new Error(`The statement ${name} got no value for :${parameter}.`);
    return (values as Readonly<Record<string, unknown>>)[parameter];
  });
}

/**
 * Runs prepared statements on TypeORM's pool, because TypeORM's own `query()` prepares nothing. A connection that
 * breaks during a statement is destroyed, not reused.
 */
@Injectable()
export class Sql {
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /**
   * Runs one statement, in one round trip; in a transaction of its own where the work has a limit of its own.
   * @param transaction - the transaction to take part in
   */
  async query<Row extends QueryResultRow>(
    statement: Statement,
    values: StatementValues = [],
    transaction?: Transaction,
  ): Promise<Row[]> {
    const { name, text, rowsAtATime } = statement;
    const limitMs = statementLimit();
    const query = {
      ...(name !== undefined && { name }),
      text,
      values: listOf(statement, values) as unknown[],
      ...(rowsAtATime !== undefined && { rows: rowsAtATime }),
      ...(limitMs !== undefined && { query_timeout: limitMs + SILENCE_MARGIN_MS }),
    };
    if (limitMs !== undefined && !transaction) return this.queryFor<Row>(limitMs, query);
    const connection = transaction ? await connectionOf(transaction) : this.pool;
    const { rows } = await connection.query<Row>(query);
    return rows;
  }

  /** PostgreSQL keeps the limit until the end of the transaction, also behind a pooler. */
  private async queryFor<Row extends QueryResultRow>(limitMs: number, query: QueryConfig): Promise<Row[]> {
    const connection = await this.pool.connect();
    try {
      await connection.query(`BEGIN; ${limitTransaction(limitMs)}`);
      const { rows } = await connection.query<Row>(query);
      await connection.query('COMMIT');
      connection.release();
      return rows;
    } catch (error) {
      connection.release(true); // its transaction is still open
      throw error;
    }
  }
}

/** The connection of a transaction. */
export function connectionOf(transaction: Transaction): Promise<PoolClient> {
  const { queryRunner } = managerOf(transaction);
  if (!queryRunner) throw new Error('The transaction has no connection.');
  return queryRunner.connect() as Promise<PoolClient>;
}
