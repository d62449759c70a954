import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import type { Settings } from '../config/settings.js';
import { StartupError } from '../errors/startup-error.js';
import { sqlErrorFacts } from '../errors/sql-error-facts.js';

/**
 * Long enough for a process that is busy between two statements, and short, because the server holds the locks of a
 * transaction whose connection is dead for as long, and other writers wait for them.
 */
const MIN_IDLE_IN_TRANSACTION_MS = 5_000;

const INSUFFICIENT_PRIVILEGE = '42501';

const READ_STORED = `
  SELECT unnest(setconfig) AS entry FROM pg_db_role_setting
  WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = $1)
    AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Citus stores the limits of the role on every server, and lifts them there only in this mode. */
const ON_ALL_SERVERS = `SET LOCAL citus.propagate_set_commands TO 'local'`;

/** The time limits of transactions whose statements may take longer than those of requests. */
export function limitTransaction(timeoutMs: number): string {
  return [
    ON_ALL_SERVERS,
    `SET LOCAL statement_timeout = ${timeoutMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${timeoutMs}`,
  ].join('; ');
}

/**
 * Settings of PostgreSQL for the sessions of the service, as `pg_settings` shows them. They are stored for its role and
 * database, because poolers refuse them as parameters of a connection and share connections between clients (ADR 26).
 */
export function sessionSettings({ database }: Settings): Readonly<Record<string, string>> {
  const { statementTimeoutMs } = database;
  return {
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(Math.max(statementTimeoutMs, MIN_IDLE_IN_TRANSACTION_MS)),
    // Statements take milliseconds; compiling would take longer where the planner overestimates rows.
    jit: 'off',
  };
}

/** The statements that store the settings for the role of an address in a database. */
export function storingStatements(url: string, database: string, settings: Settings): string[] {
  const [role, name] = [roleOf(url), database].map((each) => pg.escapeIdentifier(each));
  return Object.entries(sessionSettings(settings)).map(
    ([setting, value]) => `ALTER ROLE ${role} IN DATABASE ${name} SET ${setting} = '${value}'`,
  );
}

/**
 * Stores the settings for the role that the service connects as, in the current database. Writes nothing when they are
 * stored already, so that a role without the right to change them may migrate.
 * @param url - address that the service connects to
 * @throws {StartupError} if the role that migrates may not change them
 */
export async function storeSessionSettings(
  runner: QueryRunner,
  url: string,
  settings: Settings,
): Promise<void> {
  const rows = (await runner.query(READ_STORED, [roleOf(url)])) as { entry: string }[];
  const stored = new Set(rows.map(({ entry }) => entry));
  const wanted = Object.entries(sessionSettings(settings)).map(([name, value]) => `${name}=${value}`);
  if (wanted.every((entry) => stored.has(entry))) return;
  const [{ database }] = (await runner.query('SELECT current_database() AS database')) as [
    { database: string },
  ];
  const statements = storingStatements(url, database, settings);
  try {
    for (const statement of statements) await runner.query(statement);
  } catch (error) {
    if (sqlErrorFacts(error)?.sqlState !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartupError(
      'DATABASE_DIRECT_URL: its role may not store settings for the role of DATABASE_URL; let a superuser ' +
        `run: ${statements.join('; ')}`,
    );
  }
}

/** As the driver finds it: in the address, in PGUSER, or the account of the process. */
function roleOf(url: string): string {
  return new pg.Client({ connectionString: url }).user ?? '';
}
