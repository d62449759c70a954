import { InvalidSettings } from './config/settings.js';
import { DirectConnectionFailed, explainConnectionError } from './database/connection-errors.js';
import { DataDirectoryInUse, EmbeddedPostgresUnavailable } from './database/embedded/index.js';
import { WrongSessionSettings } from './database/session-settings-check.js';
import { SessionSettingsRefused } from './database/session-settings.js';
import { sqlErrorFacts } from './errors/sql-error-facts.js';

const UNDEFINED_TABLE = '42P01';

/** Errors whose messages are for operators. */
const EXPLAINED = [
  InvalidSettings,
  DataDirectoryInUse,
  EmbeddedPostgresUnavailable,
  DirectConnectionFailed,
  SessionSettingsRefused,
  WrongSessionSettings,
];

/**
 * Explains to operators why a process cannot start, one line per issue. Undefined for bugs, which are logged with their
 * stack.
 */
export function explainStartupError(error: unknown): string | undefined {
  if (EXPLAINED.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, syscall, ...place } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `PORT: ${String(place['port'])} is in use; choose another one`;
  if (syscall === 'listen' && code === 'EACCES')
    return `PORT: ${String(place['port'])} may not be used by this account`;
  if (syscall === 'listen' && code === 'EADDRNOTAVAIL')
    return `HOST: ${String(place['address'])} is not an address of this machine`;
  if (syscall === 'getaddrinfo') return `HOST or DATABASE_URL: there is no host ${String(place['hostname'])}`;
  if (sqlErrorFacts(error)?.sqlState === UNDEFINED_TABLE) {
    return 'DATABASE_URL: the database is not migrated; run "wes migrate" or set MIGRATE_ON_START=true';
  }
  const explanation = explainConnectionError(error);
  return explanation && `DATABASE_URL: ${explanation}`;
}
