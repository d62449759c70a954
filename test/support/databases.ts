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
  // Its server was stopped or killed, or its database dropped; a query in progress is rejected.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pools.set(connectionString, pool);
  return pool;
}

/** A connection without time limits, which the caller ends. */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: UNLIMITED });
  client.on('error', () => undefined); // its server was killed; a query is rejected
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

/**
 * Counts the sessions of a database that wait for a lock, on all servers. Those of other databases do not count.
 * @param forMs - and have done so for as long
 */
export async function sessionsWaitingForALock(url: string, forMs = 0): Promise<number> {
  const { serverUrl, workerUrls } = testRun();
  let count = 0;
  for (const server of [serverUrl, ...workerUrls]) {
    const waiting = await runSql(
      server,
      `SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'
         AND clock_timestamp() - query_start >= $2 * interval '1 ms'`,
      [nameOf(url), forMs],
    );
    count += waiting.length;
  }
  return count;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

export function templateName(prefix: string): string {
  return `${prefix}_template`;
}

/** A template whose tables are distributed over the servers of Citus; it exists on each of them. */
export function distributedTemplateName(prefix: string): string {
  return `${prefix}_distributed`;
}

let needsOneServer: string | undefined;

/**
 * Gives the tests of a file, or of the `describe` that calls it, databases of plain PostgreSQL also where the server is
 * a coordinator of Citus.
 * @param reason - what they do that databases on several servers do not have
 */
export function onOneServer(reason: string): void {
  beforeAll(() => {
    needsOneServer = reason;
  });
  afterAll(() => {
    needsOneServer = undefined;
  });
}

/**
 * A fresh, migrated database of this worker: a clone of the template that the global set-up made, with Citus on each
 * server. The one that the worker's last file used is dropped.
 * @param statementTimeout - as DATABASE_STATEMENT_TIMEOUT; the default of the service unless given
 */
export async function freshDatabase(label = 'main', statementTimeout?: string): Promise<string> {
  const { serverUrl, workerUrls, prefix } = testRun();
  const name = `${prefix}_w${workerId()}_${label}`;
  const isDistributed = workerUrls.length > 0 && needsOneServer === undefined;
  const template = isDistributed ? distributedTemplateName(prefix) : templateName(prefix);
  await dropDatabase(name);
  for (const url of isDistributed ? [...workerUrls, serverUrl] : [serverUrl])
    await runSql(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  // They belong to the database and are not cloned.
  const settings = Settings.from(statementTimeout ? { DATABASE_STATEMENT_TIMEOUT: statementTimeout } : {});
  await runSql(serverUrl, storingStatements(serverUrl, name, settings).join(';'));
  return siblingUrl(serverUrl, name);
}

/** An empty database on one server, for tests of migrations. */
export async function emptyDatabase(label: string): Promise<string> {
  const { serverUrl, prefix } = testRun();
  const name = `${prefix}_w${workerId()}_${label}`;
  await dropDatabase(name);
  await runSql(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  return siblingUrl(serverUrl, name);
}

async function dropDatabase(name: string): Promise<void> {
  const { serverUrl, workerUrls } = testRun();
  for (const url of [serverUrl, ...workerUrls])
    await runSql(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Cuts every connection to a database and refuses new ones. @returns what opens it again */
export async function closeDatabase(url: string): Promise<() => Promise<void>> {
  const { serverUrl } = testRun();
  const name = nameOf(url);
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
