import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { migrations } from '../../../migrations/index.js';
import type { Settings } from '../config/settings.js';
import { Connection } from './connection.js';

/** A connection that is silent for this much longer than a statement may run is considered dead. */
const SILENCE_MARGIN_MS = 2_000;

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
    applicationName: 'workforce-engagement-service',
    poolSize: database.poolSize,
    connectTimeoutMS: database.poolWaitMs,
    entitySkipConstructor: true,
    migrations,
    extra: {
      Client: Connection,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + SILENCE_MARGIN_MS,
      idle_in_transaction_session_timeout: statementTimeoutMs,
      keepAlive: true,
      // Statements take milliseconds; compiling would take longer where the planner overestimates rows.
      options: '-c jit=off',
    },
  };
}
