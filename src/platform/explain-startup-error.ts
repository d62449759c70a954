import { explainConnectionError } from './database/connection-errors.js';
import { EmbeddedPostgresUnavailable } from './database/embedded/index.js';
import { sqlErrorFacts } from './errors/sql-error-facts.js';
import { StartupError } from './errors/startup-error.js';

const UNDEFINED_TABLE = '42P01';

/**
 * Explains to operators why a process cannot start, one line per issue. Undefined for bugs, which are logged with their
 * stack.
 */
export function explainStartupError(error: unknown): string | undefined {
  if (error instanceof StartupError || error instanceof EmbeddedPostgresUnavailable) return error.message;
  const listenIssue = explainListenError(error, { port: 'PORT', host: 'HOST' });
  if (listenIssue !== undefined) return listenIssue;
  const { syscall, hostname } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (syscall === 'getaddrinfo')
    return `HOST, METRICS_HOST or DATABASE_URL: there is no host ${String(hostname)}`;
  if (sqlErrorFacts(error)?.sqlState === UNDEFINED_TABLE) {
    return 'DATABASE_URL: the database is not migrated; run "wes migrate" or set MIGRATE_ON_START=true';
  }
  const explanation = explainConnectionError(error);
  return explanation && `DATABASE_URL: ${explanation}`;
}

/**
 * Explains why a server cannot listen; undefined for other errors.
 * @param settings - the names of the settings for its port and its host
 */
export function explainListenError(
  error: unknown,
  settings: { readonly port: string; readonly host: string },
): string | undefined {
  const { code, syscall, port, address } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE') return `${settings.port}: ${String(port)} is in use; choose another one`;
  if (code === 'EACCES') return `${settings.port}: ${String(port)} may not be used by this account`;
  if (code === 'EADDRNOTAVAIL')
    return `${settings.host}: ${String(address)} is not an address of this machine`;
  return undefined;
}
