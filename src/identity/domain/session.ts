import { newId } from '../../shared-kernel/id.js';
import { checkLifetime } from './identity.rules.js';

/** The right of a user to act, until it expires or is revoked. Only the digest of its id is known. */
export class Session {
  private constructor(
    readonly id: string,
    readonly digest: Buffer,
    readonly userId: string,
    readonly expiresAt: Date,
  ) {}

  /**
   * A new session, in force from now on.
   * @param digest - of the session id that is shown once
   * @param lifetimeMs - 1 second to 10 years
   * @throws {DomainError} invalid
   */
  static begin(digest: Buffer, userId: string, lifetimeMs: number): Session {
    checkLifetime(lifetimeMs);
    return new Session(newId(), digest, userId, new Date(Date.now() + lifetimeMs));
  }
}
