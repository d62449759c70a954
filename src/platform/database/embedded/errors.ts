/** The embedded server cannot run here. The message is one line and names the remedy; `cause` has the details. */
export class EmbeddedPostgresUnavailable extends Error {
  override readonly name: string = 'EmbeddedPostgresUnavailable';

  constructor(message: string, cause?: unknown) {
    super(message.replace(/\s+/g, ' ').trim(), { cause });
  }
}

/** Another service uses the data folder. The message is one line. */
export class DataDirectoryInUse extends EmbeddedPostgresUnavailable {
  override readonly name = 'DataDirectoryInUse';

  constructor(directory: string) {
    super(
      `The data folder ${directory} is in use by another running service: stop that one first, or set DATA_DIR to another folder.`,
    );
  }
}

/** The code of a PostgreSQL (`57P03`) or operating system (`EACCES`) error. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
