/** The embedded server cannot run here. The message is one line and names the remedy; `cause` has the details. */
export class EmbeddedPostgresUnavailable extends Error {
  override readonly name = 'EmbeddedPostgresUnavailable';

  constructor(message: string, cause?: unknown) {
    super(message.replace(/\s+/g, ' ').trim(), { cause });
  }
}

/** The code of a PostgreSQL (`57P03`) or operating system (`EACCES`) error. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
