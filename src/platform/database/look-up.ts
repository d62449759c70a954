import DataLoader from 'dataloader';
import type { QueryResultRow } from 'pg';
import type { LookUpConnections } from './company-connections.js';
import type { Sql, Statement } from './sql.js';

/** Keys of one statement. */
const KEYS_PER_STATEMENT = 100;

/** The holder of all permits: look-ups of different companies share a statement. */
const ALL_COMPANIES = { companyId: '' };

/**
 * Finds single rows by a key of texts. Calls in the same turn of the event loop share one statement, and with it one
 * round trip and one connection (ADR 15). Nothing is cached: the statement starts after the calls, so each call sees
 * everything committed before it.
 *
 * A failing statement fails all calls that share it, so keys must be valid texts for PostgreSQL.
 */
export class LookUp<Key extends readonly string[], Row extends QueryResultRow> {
  private readonly loader: DataLoader<Key, Row>;

  /**
   * @param statement - its parameters are one array for each part of the key; it gives a row for each place in them,
   * in their order, found or not
   */
  constructor(sql: Sql, connections: LookUpConnections, statement: Statement) {
    const read = (keys: readonly Key[]): Promise<Row[]> =>
      connections.run(ALL_COMPANIES, () => sql.query<Row>(statement, columnsOf(keys)));
    this.loader = new DataLoader<Key, Row>(read, {
      cache: false,
      maxBatchSize: KEYS_PER_STATEMENT,
      batchScheduleFn: (send) => setImmediate(send),
    });
  }

  /**
   * @throws {NoPermit} when too many statements wait, or one waits for too long
   * @throws what the database throws
   */
  find(...key: Key): Promise<Row> {
    return this.loader.load(key);
  }
}

function columnsOf(keys: readonly (readonly string[])[]): unknown[][] {
  return (keys[0] ?? []).map((_, part) => keys.map((key) => key[part]));
}
