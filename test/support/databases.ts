import pg from 'pg';
import { Settings } from '../../src/platform/config/settings.js';
import { storingStatements } from '../../src/platform/database/session-settings.js';
import { testRun, workerId } from './environment.js';

/** The address of another database of the same server. */
export function siblingUrl(url: string, database: string): string {
  const sibling = new URL(url);
  sibling.pathname = `/${database}`;
  return sibling.href;
}

/** Without the time limits that the database has for the service. */
const UNLIMITED = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0';

const pools = new Map<string, pg.Pool>();

/** A new connection costs several times what most statements cost. */
function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({
    connectionString,
    options: UNLIMITED,
    max: 50,
    idleTimeoutMillis: 2_000,
    allowExitOnIdle: true, // so that a worker of jest ends at once
  });
  pool.on('error', () => undefined); // its server was stopped, or its database dropped
  pools.set(connectionString, pool);
  return pool;
}

/** A connection without time limits, which the caller ends. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: UNLIMITED });
  await client.connect();
  return client;
}

/** Runs statements on a database, one after the other, and returns the rows of the last one. */
export async function runSql<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await poolOf(url).query<Row>(text, values)).rows;
}

/** The sessions of a database that wait for a lock; those of other databases on the server do not count. */
export const WAITING_FOR_A_LOCK = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

export function templateName(prefix: string): string {
  return `${prefix}_template`;
}

/**
 * A fresh, migrated database of this worker: a clone of the template that the global set-up made. The one that the
 * worker's last file used is dropped.
 */
export async function freshDatabase(label = 'main'): Promise<string> {
  const { serverUrl, prefix } = testRun();
  const name = `${prefix}_w${workerId()}_${label}`;
  await runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${templateName(prefix)}`);
  // They belong to the database and are not cloned.
  await runSql(serverUrl, storingStatements(serverUrl, name, Settings.from({})).join(';'));
  return siblingUrl(serverUrl, name);
}

/** An empty database, for tests of migrations. */
export async function emptyDatabase(label: string): Promise<string> {
  const { serverUrl, prefix } = testRun();
  const name = `${prefix}_w${workerId()}_${label}`;
  await runSql(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  return siblingUrl(serverUrl, name);
}

/** Cuts every connection to a database and refuses new ones. @returns what opens it again */
export async function closeDatabase(url: string): Promise<() => Promise<void>> {
  const { serverUrl } = testRun();
  const name = new URL(url).pathname.slice(1);
  await runSql(serverUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await runSql(serverUrl, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    name,
  ]);
  return async () => {
    await runSql(serverUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  };
}

/** The error of a statement on a migrated database. */
export async function databaseError(text: string, values: unknown[]): Promise<unknown> {
  const url = await freshDatabase('errors');
  return runSql(url, text, values).then(
    () => {
      throw new Error('The statement succeeded.');
    },
    (error: unknown) => error,
  );
}
