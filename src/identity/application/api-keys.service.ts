import { Injectable } from '@nestjs/common';
import type { Scope } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { newId } from '../../shared-kernel/id.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { MAX_API_KEYS } from '../domain/api-key.limits.js';
import { ApiKey, type ApiKeyState, type KeyRotation, type NewApiKey } from '../domain/api-key.js';
import { ScopeNotGrantable, TooManyApiKeys } from '../domain/identity.errors.js';
import { ApiKeyRepository } from '../domain/identity.repositories.js';
import { apiKeyPrefix } from './credential-form.js';
import { CredentialSecrets } from './credential-secrets.js';
import { IdentityQueries } from './identity.queries.js';
import type { UserEditor } from './users.service.js';

export interface IssuedApiKey {
  /** It is not stored, and cannot be shown again. */
  readonly key: string;
  readonly apiKey: Readonly<ApiKeyState>;
}

export interface RotatedApiKey extends IssuedApiKey {
  readonly old: Readonly<ApiKeyState>;
}

/**
 * Issues, rotates and revokes the API keys of a company for its admins and the operator. The audit trail has the ids
 * of keys, never their secrets or digests.
 */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly companies: IdentityQueries,
    private readonly secrets: CredentialSecrets,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param given - a transaction to take part in
   * @throws {CompanyNotFound}
   * @throws {TooManyApiKeys}
   * @throws {ScopeNotGrantable} for an admin
   */
  async issue(
    editor: UserEditor,
    input: Omit<NewApiKey, 'companyId' | 'createdBy'>,
    given?: Transaction,
  ): Promise<IssuedApiKey> {
    const id = newId();
    const { credential, digest } = await this.secrets.issue('apiKey', apiKeyPrefix(id));
    const { companyId } = editor;
    return this.unitOfWork.run(async (transaction) => {
      const apiKey = ApiKey.grant(id, digest, { ...input, companyId, createdBy: makerOf(editor) });
      await this.checkGrantable(editor, apiKey.state.scopes, transaction);
      if ((await this.apiKeys.lockCount(companyId, transaction)) >= MAX_API_KEYS) throw new TooManyApiKeys();
      await this.apiKeys.insert(apiKey, transaction);
      const change = { operation: 'api-key.issue', objectId: id, after: withoutDigest(apiKey) } as const;
      await this.audit.record(editor, change, transaction);
      return { key: credential, apiKey: apiKey.state };
    }, given);
  }

  /**
   * Issues a key with the name and the scopes of another, which expires after the overlap at the latest.
   * @param given - a transaction to take part in
   * @throws {ApiKeyNotFound}
   * @throws {TooManyApiKeys}
   * @throws {ScopeNotGrantable} for an admin: the secret of a key is its scopes
   */
  async rotate(
    editor: UserEditor,
    oldId: string,
    rotation: Omit<KeyRotation, 'createdBy'>,
    given?: Transaction,
  ): Promise<RotatedApiKey> {
    const id = newId();
    const { credential, digest } = await this.secrets.issue('apiKey', apiKeyPrefix(id));
    const { companyId } = editor;
    return this.unitOfWork.run(async (transaction) => {
      const count = await this.apiKeys.lockCount(companyId, transaction);
      const old = await this.apiKeys.lock(companyId, oldId, transaction);
      const before = withoutDigest(old);
      await this.checkGrantable(editor, before.scopes, transaction);
      const apiKey = old.rotate(id, digest, { ...rotation, createdBy: makerOf(editor) });
      if (count >= 2 * MAX_API_KEYS) throw new TooManyApiKeys();
      await this.apiKeys.insert(apiKey, transaction);
      const after = withoutDigest(old);
      const issued = { operation: 'api-key.issue', objectId: id, after: withoutDigest(apiKey) } as const;
      await this.audit.record(editor, issued, transaction);
      if (after.expiresAt < before.expiresAt) {
        await this.apiKeys.update(old, transaction);
        const rotated = { operation: 'api-key.rotate', objectId: oldId, before, after } as const;
        await this.audit.record(editor, rotated, transaction);
      }
      return { key: credential, apiKey: apiKey.state, old: old.state };
    }, given);
  }

  /** @throws {ApiKeyNotFound} */
  revoke(editor: UserEditor, id: string): Promise<Readonly<ApiKeyState>> {
    return this.unitOfWork.run(async (transaction) => {
      const apiKey = await this.apiKeys.lock(editor.companyId, id, transaction);
      const before = withoutDigest(apiKey);
      apiKey.revoke();
      await this.apiKeys.update(apiKey, transaction);
      const after = withoutDigest(apiKey);
      const change = { operation: 'api-key.revoke', objectId: id, before, after } as const;
      await this.audit.record(editor, change, transaction);
      return apiKey.state;
    });
  }

  private async checkGrantable(
    editor: UserEditor,
    scopes: readonly Scope[],
    transaction: Transaction,
  ): Promise<void> {
    if (editor.kind === 'operator') return;
    const grantable = await this.companies.grantableScopes(editor.companyId, transaction);
    const refused = scopes.filter((scope) => !grantable.includes(scope));
    if (refused.length > 0) throw new ScopeNotGrantable(refused);
  }
}

function makerOf(editor: UserEditor): string | undefined {
  return editor.kind === 'user' ? editor.userId : undefined;
}

function withoutDigest({ state: { digest: _, ...known } }: ApiKey): Omit<ApiKeyState, 'digest'> {
  return known;
}
