import { types } from 'node:util';

/** Everything after the first line would break the promise of one line; blank runs read badly in a terminal. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Another service works on this data folder. The message is one line for a person. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';

  constructor(directory: string) {
    super(
      oneLine(
        `The data folder ${directory} is in use by another running service: stop that one first, or set DATA_DIR to another folder.`,
      ),
    );
  }
}

/**
 * The embedded server cannot run here. The message is one line for a person and names the remedy; `cause`
 * carries what the server or the operating system said.
 */
export class EmbeddedPostgresUnavailable extends Error {
  override readonly name = 'EmbeddedPostgresUnavailable';

  constructor(message: string, cause?: unknown) {
    super(oneLine(message), cause === undefined ? undefined : { cause });
  }
}

/** `instanceof` denies the system's own errors inside Jest, whose globals are of another realm. */
function isError(error: unknown): error is Error {
  return types.isNativeError(error);
}

/** The code of a PostgreSQL (`57P03`) or operating-system (`ECONNREFUSED`) error. */
export function codeOf(error: unknown): string | undefined {
  const code = isError(error) && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function messageOf(error: unknown): string {
  // Node gives "connect ECONNREFUSED" on several addresses as an AggregateError without a message.
  return isError(error) ? error.message || (codeOf(error) ?? error.name) : String(error);
}

/** Turns what the operating system refused below `directory` into a sentence; leaves every other error alone. */
export function explainRefusal(error: unknown, directory: string): unknown {
  const refusedByTheSystem = isError(error) && 'syscall' in error;
  if (!refusedByTheSystem) return error;
  return new EmbeddedPostgresUnavailable(
    `The embedded database cannot use the folder ${directory} (${messageOf(error)}): run as the account that owns it, choose another DATA_DIR, or set DATABASE_URL.`,
    error,
  );
}
