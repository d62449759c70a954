import pg, { type PoolConfig } from 'pg';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { migrations } from '../../../migrations/index.js';
import type { Settings } from '../config/settings.js';
import { APPLICATION_NAME } from './application-name.js';
import { ConnectionPool, SILENCE_MARGIN_MS } from './connection.js';

/**
 * TypeORM's options for the pool of a process. Limits of the server are stored in the database (`session-settings.ts`).
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
    applicationName: APPLICATION_NAME,
    poolSize: database.poolSize,
    connectTimeoutMS: database.poolWaitMs,
    entitySkipConstructor: true,
    migrations,
    extra: driverOptions(statementTimeoutMs),
  };
}

/** Options for a pool of the driver's, beside that of TypeORM. */
export function poolOptions(url: string, { database }: Settings): PoolConfig {
  return {
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: database.poolSize,
    ...driverOptions(database.statementTimeoutMs),
  };
}

function driverOptions(statementTimeoutMs: number): PoolConfig {
  return { query_timeout: statementTimeoutMs + SILENCE_MARGIN_MS, keepAlive: true };
}
