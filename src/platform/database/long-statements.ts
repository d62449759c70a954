import pg from 'pg';
import { APPLICATION_NAME } from './application-name.js';

/** A server that has not answered after so long is silent. */
const ANSWER_LIMIT_MS = 500;

/**
 * `$1` milliseconds, `$2` name of the sessions of the service. A commit that waits for a replica waits for the
 * database, and so do statements that wait for the locks of a dead connection: a transaction of the service that has
 * written sends its next statement at once.
 */
const ARE_RUNNING = `
  SELECT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() AND state = 'active'
      AND wait_event IS DISTINCT FROM 'SyncRep'
      AND query_start <= clock_timestamp() - $1 * interval '1 millisecond'
  ) AND NOT EXISTS (
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = $2 AND state = 'idle in transaction'
      AND backend_xid IS NOT NULL
      AND state_change <= clock_timestamp() - $1 * interval '1 millisecond'
  ) AS "areRunning"`;

/**
 * Asks the server whether it works on long statements, such as those that wait for a lock. A request that waits
 * behind them has met a limit of the service; where there are none, the connections of those who wait are dead.
 */
export class LongStatements {
  private asked: Promise<boolean> | undefined;

  /** @param url - of the server, which is asked by a new connection, because the others may be dead */
  constructor(private readonly url: string | undefined) {}

  /**
   * Callers that ask at the same time share one answer.
   * @returns false when no statement has run for so many milliseconds, a dead connection may hold them up, or the
   *   server does not answer
   */
  areRunning(forMs: number): Promise<boolean> {
    this.asked ??= this.ask(forMs).finally(() => (this.asked = undefined));
    return this.asked;
  }

  private async ask(forMs: number): Promise<boolean> {
    const limits = { connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS };
    const client = new pg.Client({ connectionString: this.url, ...limits });
    client.on('error', () => undefined); // reported by the statement
    try {
      await client.connect();
      const { rows } = await client.query<{ areRunning: boolean }>(ARE_RUNNING, [forMs, APPLICATION_NAME]);
      return rows[0]?.areRunning === true;
    } catch {
      return false;
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}
