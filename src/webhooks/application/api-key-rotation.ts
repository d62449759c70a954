import { Injectable } from '@nestjs/common';
import {
  ApiKeysService,
  IdentityQueries,
  type KeyRotation,
  type RotatedApiKey,
  type UserEditor,
} from '../../identity/index.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import type { WebhookState } from '../domain/webhook.js';
import { auditedOf } from './audited-webhook.js';

/** A webhook for which the new key lacks scopes. */
export interface LeftWebhook extends Pick<WebhookState, 'id' | 'url'> {
  readonly missing: readonly string[];
}

export interface RotatedWebhooks {
  /** Ids of those that belong to the new key. */
  readonly moved: readonly string[];
  /** Those that stay with the keys before. */
  readonly left: readonly LeftWebhook[];
}

/** Rotates API keys. The webhooks of a key would end with it, so they move to its successor. */
@Injectable()
export class ApiKeyRotation {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly keys: IdentityQueries,
    private readonly webhooks: WebhookRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param given - a transaction to take part in
   * @throws {ApiKeyNotFound}
   * @throws {TooManyApiKeys}
   * @throws {ScopeNotGrantable} for an admin
   */
  rotate(
    editor: UserEditor,
    oldId: string,
    rotation: Omit<KeyRotation, 'createdBy'>,
    given?: Transaction,
  ): Promise<RotatedApiKey & { readonly webhooks: RotatedWebhooks }> {
    return this.unitOfWork.run(async (transaction) => {
      const rotated = await this.apiKeys.rotate(editor, oldId, rotation, transaction);
      return { ...rotated, webhooks: await this.moveWebhooks(editor, rotated, transaction) };
    }, given);
  }

  private async moveWebhooks(
    editor: UserEditor,
    { apiKey: { id: newId, companyId, scopes } }: RotatedApiKey,
    transaction: Transaction,
  ): Promise<RotatedWebhooks> {
    // After it, webhooks that are created belong to the new key.
    await this.webhooks.lockCount(companyId, transaction);
    const keys = await this.keys.keysOfRotation(companyId, newId, transaction);
    const before = keys.map(({ id }) => id).filter((id) => id !== newId);
    const [moved, left]: [string[], LeftWebhook[]] = [[], []];
    for (const id of await this.webhooks.idsOfKeys(companyId, before, transaction)) {
      const webhook = await this.webhooks.lock({ companyId, webhookId: id }, transaction);
      const { state } = webhook;
      if (!('apiKeyId' in state.owner)) continue; // an admin has taken it over meanwhile
      const missing = state.scopes.filter((scope) => !scopes.some((each) => each === scope));
      if (missing.length > 0) {
        left.push({ id, url: state.url, missing });
        continue;
      }
      webhook.passTo(newId);
      await this.webhooks.update(webhook, transaction);
      const change = {
        operation: 'webhook.update',
        objectId: id,
        before: auditedOf(state),
        after: auditedOf(webhook.state),
      } as const;
      await this.audit.record(editor, change, transaction);
      moved.push(id);
    }
    return { moved, left };
  }
}
