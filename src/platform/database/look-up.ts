import DataLoader from 'dataloader';
import type { LookUpConnections } from './company-connections.js';
import type { Sql, Statement } from './sql.js';

/** Keys of one statement. */
const KEYS_PER_STATEMENT = 100;

/** The holder of all permits: look-ups of different companies share a statement. */
const ALL_COMPANIES = { companyId: '' };

/** A row that was found. */
export interface FoundRow {
  /** Place of its key among those of the statement, from 1. */
  readonly place: number;
}

/**
 * Finds single rows by a key of texts. Calls in the same turn of the event loop share one statement, and with it one
 * round trip and one connection (ADR 15). Nothing is cached: the statement starts after the calls, so each call sees
 * everything committed before it.
 *
 * A failing statement fails all calls that share it, so keys must be valid texts for PostgreSQL.
 */
export class LookUp<Key extends readonly string[], Row extends FoundRow> {
  private readonly loader: DataLoader<Key, Row | undefined>;

  /**
   * @param statement - its parameters are one array for each part of the key; it gives the rows that it finds, in any
   * order
   */
  constructor(sql: Sql, connections: LookUpConnections, statement: Statement) {
    const read = async (keys: readonly Key[]): Promise<(Row | undefined)[]> => {
      const values = columnsOf(keys);
      const rows = await connections.run(ALL_COMPANIES, () =>
        sql.query<Row & Record<string, unknown>>(statement, values),
      );
      const found = new Map(rows.map((row) => [row.place, row]));
      return keys.map((_, index) => found.get(index + 1));
    };
    this.loader = new DataLoader<Key, Row | undefined>(read, {
      cache: false,
      maxBatchSize: KEYS_PER_STATEMENT,
      batchScheduleFn: (send) => setImmediate(send),
    });
  }

  /**
   * @returns undefined where there is no row
   * @throws {NoPermit} when too many statements wait, or one waits for too long
   * @throws what the database throws
   */
  find(...key: Key): Promise<Row | undefined> {
    return this.loader.load(key);
  }
}

function columnsOf(keys: readonly (readonly string[])[]): unknown[][] {
  return (keys[0] ?? []).map((_, part) => keys.map((key) => key[part]));
}
