import { SCOPES, type Scope } from '../../shared-kernel/actor.js';
import { ApiKeyNotFound } from './identity.errors.js';
import { checkLifetime, checkName } from './identity.rules.js';

export interface ApiKeyState {
  readonly id: string;
  readonly companyId: string;
  readonly digest: Buffer;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date;
  readonly revokedAt?: Date;
}

export interface NewApiKey {
  readonly companyId: string;
  readonly name: string;
  /** All scopes when not given. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Milliseconds, 1 second to 10 years. */
  readonly lifetimeMs: number;
}

/** The right of a company's integration to act within its scopes. Of the key only the digest is stored. */
export class ApiKey {
  private constructor(private current: ApiKeyState) {}

  /**
   * A new key, valid from now on.
   * @param id - id of the key, which is a part of the key itself
   * @param digest - of the key, which is shown only once
   * @throws {DomainError} invalid
   */
  static grant(
    id: string,
    digest: Buffer,
    { companyId, name, scopes = SCOPES, lifetimeMs }: NewApiKey,
  ): ApiKey {
    checkName(name);
    checkLifetime(lifetimeMs);
    const expiresAt = new Date(Date.now() + lifetimeMs);
    return new ApiKey({ id, companyId, digest, name, scopes: [...new Set(scopes)], expiresAt });
  }

  static restore(state: ApiKeyState): ApiKey {
    return new ApiKey(state);
  }

  get state(): Readonly<ApiKeyState> {
    return this.current;
  }

  /** @throws {ApiKeyNotFound} when it is revoked already */
  revoke(): void {
    if (this.current.revokedAt) throw new ApiKeyNotFound(this.current.id);
    this.current = { ...this.current, revokedAt: new Date() };
  }
}
