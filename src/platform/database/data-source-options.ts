import pg from 'pg';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { migrations } from '../../../migrations/index.js';
import type { Settings } from '../config/settings.js';
import { ConnectionPool } from './connection.js';

/** A connection that is silent for this much longer than a statement may run is considered dead. */
const SILENCE_MARGIN_MS = 250;

/**
 * Long enough for a process that is busy between two statements, and short, because the server holds the locks of a
 * transaction whose connection is dead for as long, and other writers wait for them.
 */
const MIN_IDLE_IN_TRANSACTION_MS = 5_000;

/**
 * TypeORM's options for the pool of a process.
 * @param statementTimeoutMs - where it differs from that of requests
 */
export function dataSourceOptions(
  url: string,
  { database }: Settings,
  statementTimeoutMs = database.statementTimeoutMs,
): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    driver: { ...pg, Pool: ConnectionPool },
    applicationName: 'workforce-engagement-service',
    poolSize: database.poolSize,
    connectTimeoutMS: database.poolWaitMs,
    entitySkipConstructor: true,
    migrations,
    extra: {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + SILENCE_MARGIN_MS,
      idle_in_transaction_session_timeout: Math.max(statementTimeoutMs, MIN_IDLE_IN_TRANSACTION_MS),
      keepAlive: true,
      // Statements take milliseconds; compiling would take longer where the planner overestimates rows.
      options: '-c jit=off',
    },
  };
}
