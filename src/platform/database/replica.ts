import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Settings } from '../config/settings.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { ConnectionPool } from './connection.js';
import { poolOptions } from './data-source-options.js';
import { Sql } from './sql.js';

/** Everything committed so far is before it, also what has not been written to disk yet. */
const READ_POSITION = {
  name: 'replica.read-position',
  text: 'SELECT pg_current_wal_insert_lsn()::text AS position',
};

const HAS_REPLAYED = `
  SELECT coalesce(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS "hasReplayed"`;

/** A replica is usually some milliseconds behind. */
const CATCH_UP_LIMIT_MS = 250;
const PAUSE_MS = 20;

/** For the connection, and for each statement before the reading begins. */
const ANSWER_LIMIT_MS = 500;

/** A replica without an answer is not asked again for this long. */
const RETRY_MS = 5_000;

/** The replica that DATABASE_REPLICA_URL names, for long reads. Never vital: what it cannot do, the primary does. */
@Injectable()
export class Replica implements OnModuleDestroy {
  private readonly pool: ConnectionPool | undefined;
  private isDown = false;
  private notBefore = -Infinity;

  constructor(
    private readonly sql: Sql,
    settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { replicaUrl } = settings.database;
    if (replicaUrl === undefined) return;
    const options = poolOptions(replicaUrl, settings);
    this.pool = new ConnectionPool({ ...options, connectionTimeoutMillis: ANSWER_LIMIT_MS });
    this.pool.on('error', () => undefined); // an idle connection broke; the next use reports it
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.end();
  }

  /**
   * Begins a transaction that sees everything committed before the call, by any process.
   * @param begin - the statement
   * @returns undefined without a replica, or when it is behind or does not answer
   */
  async begin(begin: string): Promise<PoolClient | undefined> {
    if (!this.pool || performance.now() < this.notBefore) return undefined;
    const [row] = await this.sql.query<{ position: string }>(READ_POSITION);
    try {
      const client = row && (await beginAt(this.pool, begin, row.position));
      this.report(false);
      return client;
    } catch (error) {
      this.notBefore = performance.now() + RETRY_MS;
      this.report(true, error);
      return undefined;
    }
  }

  private report(isDown: boolean, err?: unknown): void {
    if (isDown === this.isDown) return;
    this.isDown = isDown;
    if (isDown) this.logger.warn({ err }, 'replica does not answer; the primary does its reads');
    else this.logger.info('replica answers again');
  }
}

/** @returns undefined when the replica does not reach the position in time */
async function beginAt(
  pool: ConnectionPool,
  begin: string,
  position: string,
): Promise<PoolClient | undefined> {
  const client = await pool.connect();
  const ask = async (text: string, values: string[] = []): Promise<{ hasReplayed?: boolean }[]> => {
    const query = { text, values, query_timeout: ANSWER_LIMIT_MS };
    return (await client.query<{ hasReplayed?: boolean }>(query)).rows;
  };
  const deadline = performance.now() + CATCH_UP_LIMIT_MS;
  try {
    await ask(begin);
    for (;;) {
      const [row] = await ask(HAS_REPLAYED, [position]);
      if (row?.hasReplayed) return client;
      if (performance.now() > deadline) break;
      await sleep(PAUSE_MS);
    }
    await ask('ROLLBACK');
    client.release();
    return undefined;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
