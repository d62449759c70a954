import { explainConnectionError } from './database/connection-errors.js';
import { sqlErrorFacts } from './errors/sql-error-facts.js';
import { StartupError } from './errors/startup-error.js';

const UNDEFINED_TABLE = '42P01';

/**
 * Explains to operators why a process cannot start, one line per issue. Undefined for bugs, which are logged with their
 * stack.
 */
export function explainStartupError(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  if (sqlErrorFacts(error)?.sqlState === UNDEFINED_TABLE) {
    return 'DATABASE_URL: the database is not migrated; run "wes migrate" or set MIGRATE_ON_START=true';
  }
  const explanation = explainConnectionError(error);
  return explanation && `DATABASE_URL: ${explanation}`;
}

/** The names of the settings of a server. */
interface ServerSettings {
  readonly port: string;
  readonly host: string;
}

/** The error of a server that cannot listen, with its cause where that is known. */
export function listenError(error: unknown, settings: ServerSettings): unknown {
  const issue = explainListenError(error, settings);
  return issue === undefined ? error : new StartupError(issue);
}

function explainListenError(error: unknown, settings: ServerSettings): string | undefined {
  const { code, syscall, port, address, hostname } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (syscall === 'getaddrinfo') {
    const problem = code === 'ENOTFOUND' ? 'there is no host' : 'the network cannot look up the host';
    return `${settings.host}: ${problem} ${String(hostname)}`;
  }
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE') return `${settings.port}: ${String(port)} is in use; choose another one`;
  if (code === 'EACCES') return `${settings.port}: ${String(port)} may not be used by this account`;
  if (code === 'EADDRNOTAVAIL')
    return `${settings.host}: ${String(address)} is not an address of this machine`;
  return undefined;
}
