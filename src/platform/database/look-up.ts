import DataLoader from 'dataloader';
import type { QueryResultRow } from 'pg';
import type { Sql, Statement } from './sql.js';

/** As many as one statement answers; a crowd is spread over the connections of the pool. */
const KEYS_PER_STATEMENT = 100;

/**
 * Finds one row by a key of texts, often. Those that are asked for in the same turn of the event loop share one
 * statement, and with it one round trip and one connection (ADR 15). Nothing is kept: each statement starts after all
 * of its questions, so each sees what was committed before it was asked.
 *
 * What makes the statement fail fails for all who share it, so keys must be texts that a database takes.
 */
export class LookUp<Key extends readonly string[], Row extends QueryResultRow> {
  private readonly loader: DataLoader<Key, Row>;

  /**
   * @param statement - its parameters are one array for each part of the key; it gives a row for each place in them,
   * in their order, found or not
   */
  constructor(sql: Sql, statement: Statement) {
    this.loader = new DataLoader<Key, Row>((keys) => sql.query<Row>(statement, columnsOf(keys)), {
      cache: false,
      maxBatchSize: KEYS_PER_STATEMENT,
      batchScheduleFn: (send) => setImmediate(send),
    });
  }

  /** @throws what the database throws */
  find(...key: Key): Promise<Row> {
    return this.loader.load(key);
  }
}

function columnsOf(keys: readonly (readonly string[])[]): unknown[][] {
  return (keys[0] ?? []).map((_, part) => keys.map((key) => key[part]));
}
