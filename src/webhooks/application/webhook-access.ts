import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import type { Actor, IntegrationActor, Scope } from '../../shared-kernel/actor.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import { WAITING_MESSAGE } from '../domain/message.js';
import type { WebhookOwner, WebhookState } from '../domain/webhook.js';
import { isSessionType, scopesOf, typesOfScopes } from './webhook-types.js';

/** The webhooks of a company that a caller sees, and their messages. */
export interface WebhookView {
  readonly companyId: string;
  /** Only those that belong to these keys. */
  readonly apiKeyIds?: readonly string[];
  /** Only messages of these types. */
  readonly types?: readonly string[];
}

export interface Owned {
  readonly owner: WebhookOwner;
  readonly scopes: readonly string[];
}

/**
 * The webhooks that a caller may have: an admin all of the company, a key its own, with those of the keys before and
 * after it by rotations (docs/contract.md, "Webhooks").
 */
@Injectable()
export class WebhookAccess {
  constructor(private readonly identity: IdentityQueries) {}

  async viewOf(actor: Actor, transaction?: Transaction): Promise<WebhookView> {
    const { companyId } = actor;
    if (actor.kind === 'user') return { companyId };
    const keys = await this.identity.keysOfRotation(companyId, actor.apiKeyId, transaction);
    return {
      companyId,
      apiKeyIds: keys.map(({ id }) => id),
      types: [...typesOfScopes(actor.scopes), WAITING_MESSAGE],
    };
  }

  /**
   * The owner of a webhook with these types. One of a key belongs to the newest key by rotations that may have it: the
   * older ones end.
   * @throws {ValidationFailed} for types of which the actor is not told
   */
  async ownedBy(actor: Actor, types: readonly string[], transaction: Transaction): Promise<Owned> {
    if (actor.kind === 'user') {
      if (!types.every(isSessionType))
        throw refused('must be types of plans and templates: sessions read nothing else');
      return { owner: { userId: actor.userId }, scopes: [] };
    }
    const scopes = this.scopesFor(actor, types);
    const keys = await this.identity.keysOfRotation(actor.companyId, actor.apiKeyId, transaction);
    const newest = keys.find((key) => key.isValid && scopes.every((scope) => key.scopes.includes(scope)));
    return { owner: { apiKeyId: newest?.id ?? actor.apiKeyId }, scopes };
  }

  /** @throws {ValidationFailed} */
  private scopesFor(actor: IntegrationActor, types: readonly string[]): readonly Scope[] {
    const scopes = scopesOf(types);
    if (!scopes) throw refused('must not be types of plans and templates: keys do not read them');
    const missing = scopes.filter((scope) => !actor.scopes.includes(scope));
    if (missing.length > 0)
      throw refused(`must be types that the key may read: it lacks ${missing.join(', ')}`);
    return scopes;
  }
}

/** True for a webhook that a view shows. */
export function isShown({ owner }: WebhookState, { apiKeyIds }: WebhookView): boolean {
  return apiKeyIds === undefined || ('apiKeyId' in owner && apiKeyIds.includes(owner.apiKeyId));
}

function refused(message: string): ValidationFailed {
  return new ValidationFailed([{ path: 'types', code: 'NOT_READABLE', message }]);
}
