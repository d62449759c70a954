import { SCOPES, type Scope } from '../../shared-kernel/actor.js';
import { checkLifetime, checkName } from './identity.rules.js';

/** The right of a company's integration to act within its scopes. Only the digest of the key is known. */
export class ApiKey {
  private constructor(
    readonly id: string,
    readonly digest: Buffer,
    readonly companyId: string,
    readonly name: string,
    readonly scopes: readonly Scope[],
    readonly expiresAt: Date,
  ) {}

  /**
   * A new key, in force from now on.
   * @param id - id of the key, which is part of the key itself
   * @param digest - of the key that is shown once
   * @throws {DomainError} invalid
   */
  static grant(
    id: string,
    digest: Buffer,
    { companyId, name, scopes = SCOPES, lifetimeMs }: NewApiKey,
  ): ApiKey {
    checkName(name);
    checkLifetime(lifetimeMs);
    return new ApiKey(id, digest, companyId, name, [...new Set(scopes)], new Date(Date.now() + lifetimeMs));
  }
}

export interface NewApiKey {
  readonly companyId: string;
  readonly name: string;
  /** All scopes when not given. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Milliseconds, 1 second to 10 years. */
  readonly lifetimeMs: number;
}
