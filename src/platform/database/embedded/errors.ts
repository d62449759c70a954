import { StartupError } from '../../errors/startup-error.js';

/** The embedded server cannot run here. The message is one line and names the remedy; `cause` has the details. */
export class EmbeddedPostgresUnavailable extends StartupError {
  override readonly name = 'EmbeddedPostgresUnavailable';

  constructor(message: string, cause?: unknown) {
    super(message.replace(/\s+/g, ' ').trim(), { cause });
  }
}
