import { DEFAULT_SCOPES, type Scope } from '../../shared-kernel/actor.js';
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
  /** The first of the keys that follow one another by rotations; absent for that key. */
  readonly firstKeyId?: string;
  /** Id of the admin who has made the key; absent where an operator has. */
  readonly createdBy?: string;
}

export interface NewApiKey {
  readonly companyId: string;
  readonly name: string;
  /** {@link DEFAULT_SCOPES} when not given. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Id of the admin who makes the key. */
  readonly createdBy?: string | undefined;
  /** In 1 second to 10 years. */
  readonly expiresAt: Date;
}

export interface KeyRotation {
  /** Id of the admin who rotates the key. */
  readonly createdBy?: string | undefined;
  /** Of the new key, in 1 second to 10 years. */
  readonly expiresAt: Date;
  /** Time for which the old key still works, in milliseconds. */
  readonly overlapMs: number;
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
    { companyId, name, scopes = DEFAULT_SCOPES, expiresAt, createdBy }: NewApiKey,
  ): ApiKey {
    checkName(name);
    checkLifetime(expiresAt.getTime() - Date.now(), 'expiresAt');
    const state = { id, companyId, digest, name, scopes: [...new Set(scopes)], expiresAt };
    return new ApiKey({ ...state, ...(createdBy !== undefined && { createdBy }) });
  }

  static restore(state: ApiKeyState): ApiKey {
    return new ApiKey(state);
  }

  get state(): Readonly<ApiKeyState> {
    return this.current;
  }

  /** @throws {ApiKeyNotFound} when it is revoked already */
  revoke(): void {
    this.requireNotRevoked();
    this.current = { ...this.current, revokedAt: new Date() };
  }

  /**
   * A new key with the name and the scopes of this one, which expires after the overlap at the latest.
   * @param id - id of the new key
   * @param digest - of the new key
   * @throws {ApiKeyNotFound} when it is revoked or has ended
   * @throws {DomainError} invalid
   */
  rotate(id: string, digest: Buffer, { expiresAt, overlapMs, createdBy }: KeyRotation): ApiKey {
    this.requireNotRevoked();
    const { companyId, name, scopes, expiresAt: endBefore } = this.current;
    if (endBefore.getTime() <= Date.now()) throw new ApiKeyNotFound(this.current.id);
    const granted = ApiKey.grant(id, digest, { companyId, name, scopes, expiresAt, createdBy });
    const firstKeyId = this.current.firstKeyId ?? this.current.id;
    this.current = {
      ...this.current,
      expiresAt: new Date(Math.min(endBefore.getTime(), Date.now() + overlapMs)),
    };
    return new ApiKey({ ...granted.state, firstKeyId });
  }

  private requireNotRevoked(): void {
    if (this.current.revokedAt) throw new ApiKeyNotFound(this.current.id);
  }
}
