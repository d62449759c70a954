import { Injectable } from '@nestjs/common';
import { ChangesQueries } from '../../changes/index.js';
import type { Actor, OperatorActor } from '../../shared-kernel/actor.js';
import { AuditTrail, type AuditOperation } from '../../shared-kernel/audit-trail.js';
import type { Precondition } from '../../shared-kernel/precondition.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import {
  DeliveryNotFound,
  TooManyWebhooks,
  WebhookDisabled,
  WebhookOwnerNotAllowed,
} from '../domain/webhook.errors.js';
import { MAX_WEBHOOKS } from '../domain/webhook.limits.js';
import { MessageRepository, WebhookRepository } from '../domain/webhook.repository.js';
import {
  Webhook,
  type WebhookChange,
  type WebhookContent,
  type WebhookOwner,
  type WebhookState,
} from '../domain/webhook.js';
import { WebhookReaders } from './webhook-readers.js';
import { WebhookResponse } from './webhook.response.js';
import { isSessionType, scopesOf } from './webhook-types.js';
import { WebhookSender, WebhookSigner } from './webhook.ports.js';

/** A webhook with the secret that is shown this once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

interface Owned {
  readonly owner: WebhookOwner;
  readonly scopes: readonly string[];
}

/** Changes the webhooks of a company. A webhook belongs to the key or admin that has created or last changed it. */
@Injectable()
export class WebhooksService {
  // eslint-disable-next-line @typescript-eslint/max-params -- one service for all changes of a webhook
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly messages: MessageRepository,
    private readonly changes: ChangesQueries,
    private readonly readers: WebhookReaders,
    private readonly sender: WebhookSender,
    private readonly signer: WebhookSigner,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Creates a webhook, which tells of what changes from now on.
   * @throws {ValidationFailed} for types that the actor may not read, and addresses to which nothing is sent
   * @throws {TooManyWebhooks}
   */
  create(actor: Actor, content: WebhookContent, given?: Transaction): Promise<WebhookWithSecret> {
    const owned = ownedBy(actor, content.types);
    this.checkUrl(content.url);
    const secret = this.signer.newSecret();
    return this.unitOfWork.run(async (transaction) => {
      const count = await this.webhooks.lockCount(actor.companyId, transaction);
      if (count >= MAX_WEBHOOKS) throw new TooManyWebhooks();
      const webhook = Webhook.create(actor.companyId, content, owned, (id) => this.signer.seal(secret, id));
      const told = await this.changes.placeOf(this.readers.of(webhook.state), transaction);
      await this.webhooks.insert(webhook, told, transaction);
      await this.record(actor, 'webhook.create', undefined, webhook, transaction);
      return { webhook, secret };
    }, given);
  }

  /**
   * Changes what is given. The caller who changes the address or the types, or enables it, is the owner from then on,
   * whose rights decide what it tells. One that is enabled again tells of what changes from now on.
   * @throws {WebhookNotFound}
   * @throws {ValidationFailed}
   * @throws {PreconditionFailed}
   */
  update(
    actor: Actor,
    webhookId: string,
    change: WebhookChange,
    precondition?: Precondition,
  ): Promise<Webhook> {
    if (change.url !== undefined) this.checkUrl(change.url);
    const key = { companyId: actor.companyId, webhookId };
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await this.webhooks.lock(key, transaction);
      const { state: before } = webhook;
      await precondition?.check(() => jsonOf(before));
      const takesOver = change.url !== undefined || change.types !== undefined || change.enabled === true;
      const owned = takesOver ? ownedBy(actor, change.types ?? before.types) : before;
      const isEnabledAgain = webhook.change(change, { owner: owned.owner, scopes: owned.scopes });
      if (webhook.state === before) return webhook;
      await this.webhooks.update(webhook, transaction);
      const reader = this.readers.of(webhook.state);
      // The place depends on whether the owner reads templates.
      if (isEnabledAgain || 'userId' in before.owner !== 'userId' in webhook.state.owner)
        await this.webhooks.tell(key, await this.changes.placeOf(reader, transaction), transaction);
      if (!before.disabled && webhook.state.disabled) await this.messages.failWaiting(key, transaction);
      await this.record(actor, 'webhook.update', before, webhook, transaction);
      return webhook;
    });
  }

  /**
   * Enables or disables a webhook for an operator; its owner stays.
   * @throws {WebhookNotFound}
   * @throws {WebhookOwnerNotAllowed} when it is to be enabled and its owner may not have it
   */
  setEnabled(operator: OperatorActor, webhookId: string, enabled: boolean): Promise<Webhook> {
    const key = { companyId: operator.companyId, webhookId };
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await this.webhooks.lock(key, transaction);
      const { state: before } = webhook;
      if (webhook.isEnabled === enabled) return webhook;
      const problem = enabled ? await this.webhooks.ownerProblem(key, transaction) : undefined;
      if (problem) throw new WebhookOwnerNotAllowed(problem);
      webhook.change({ enabled }, { owner: before.owner, scopes: before.scopes });
      await this.webhooks.update(webhook, transaction);
      if (enabled)
        await this.webhooks.tell(
          key,
          await this.changes.placeOf(this.readers.of(before), transaction),
          transaction,
        );
      else await this.messages.failWaiting(key, transaction);
      await this.record(operator, 'webhook.update', before, webhook, transaction);
      return webhook;
    });
  }

  /** A new secret; the one before signs for another day. @throws {WebhookNotFound} */
  rotate(actor: Actor, webhookId: string, given?: Transaction): Promise<WebhookWithSecret> {
    const secret = this.signer.newSecret();
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await this.webhooks.lock({ companyId: actor.companyId, webhookId }, transaction);
      const { state: before } = webhook;
      const isReadable = this.signer.opens(before.secrets.current, webhookId);
      webhook.rotate(this.signer.seal(secret, webhookId), { isReadable });
      await this.webhooks.update(webhook, transaction);
      await this.record(actor, 'webhook.rotate', before, webhook, transaction);
      return { webhook, secret };
    }, given);
  }

  /** @throws {WebhookNotFound} @throws {PreconditionFailed} */
  remove(actor: Actor | OperatorActor, webhookId: string, precondition?: Precondition): Promise<Webhook> {
    const key = { companyId: actor.companyId, webhookId };
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await this.webhooks.lock(key, transaction);
      await precondition?.check(() => jsonOf(webhook.state));
      await this.webhooks.remove(key, transaction);
      const before = auditedOf(webhook.state);
      const change = { operation: 'webhook.delete', objectId: webhookId, before } as const;
      await this.audit.record(actor, change, transaction);
      return webhook;
    });
  }

  /**
   * Sends a message again, whatever became of it, by a new schedule.
   * @throws {WebhookNotFound}
   * @throws {WebhookDisabled}
   * @throws {DeliveryNotFound}
   */
  async retry(actor: Actor, webhookId: string, deliveryId: string, given?: Transaction): Promise<void> {
    const key = { companyId: actor.companyId, webhookId };
    await this.unitOfWork.run(async (transaction) => {
      const webhook = await this.webhooks.lock(key, transaction);
      if (!webhook.isEnabled) throw new WebhookDisabled();
      if (!(await this.messages.retry(key, deliveryId, transaction))) throw new DeliveryNotFound();
      const change = { operation: 'webhook.retry', objectId: webhookId, after: { deliveryId } } as const;
      await this.audit.record(actor, change, transaction);
    }, given);
  }

  /**
   * Tells again of what has changed since a time. What has been told of later is told of again, too.
   * @param replayed - with the time for which the change feed keeps changes, in milliseconds
   * @throws {WebhookNotFound}
   * @throws {WebhookDisabled}
   * @throws {ValidationFailed}
   */
  async replay(
    actor: Actor,
    webhookId: string,
    { since, retentionMs }: { readonly since: Date; readonly retentionMs: number },
    given?: Transaction,
  ): Promise<Webhook> {
    const ageMs = Date.now() - since.getTime();
    if (ageMs < 0) throw refusedSince('must not be in the future');
    if (ageMs > retentionMs) throw refusedSince('must not be before what the change feed keeps');
    const key = { companyId: actor.companyId, webhookId };
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await this.webhooks.lock(key, transaction);
      if (!webhook.isEnabled) throw new WebhookDisabled();
      const told = await this.changes.placeOf(this.readers.of(webhook.state), transaction, since);
      await this.webhooks.tell(key, told, transaction);
      const after = { since: since.toISOString() };
      await this.audit.record(
        actor,
        { operation: 'webhook.replay', objectId: webhookId, after },
        transaction,
      );
      return webhook;
    }, given);
  }

  private checkUrl(url: string): void {
    const refusal = this.sender.refusal(url);
    if (refusal !== undefined) throw new ValidationFailed([{ path: 'url', code: 'URL', message: refusal }]);
  }

  private record(
    actor: Actor | OperatorActor,
    operation: AuditOperation,
    before: WebhookState | undefined,
    { state }: Webhook,
    transaction: Transaction,
  ): Promise<void> {
    const change = {
      operation,
      objectId: state.id,
      ...(before && { before: auditedOf(before) }),
      after: auditedOf(state),
    };
    return this.audit.record(actor, change, transaction);
  }
}

function jsonOf(state: WebhookState): Promise<string> {
  return Promise.resolve(JSON.stringify(WebhookResponse.from(state)));
}

function refusedSince(message: string): ValidationFailed {
  return new ValidationFailed([{ path: 'since', code: 'OUT_OF_RANGE', message }]);
}

/** @throws {ValidationFailed} for types of which the actor is not told */
function ownedBy(actor: Actor, types: readonly string[]): Owned {
  const refused = (message: string): ValidationFailed =>
    new ValidationFailed([{ path: 'types', code: 'NOT_READABLE', message }]);
  if (actor.kind === 'user') {
    if (!types.every(isSessionType))
      throw refused('must be types of plans and templates: sessions read nothing else');
    return { owner: { userId: actor.userId }, scopes: [] };
  }
  const scopes = scopesOf(types);
  if (!scopes) throw refused('must not be types of plans and templates: keys do not read them');
  const missing = scopes.filter((scope) => !actor.scopes.includes(scope));
  if (missing.length > 0)
    throw refused(`must be types that the key may read: it lacks ${missing.join(', ')}`);
  return { owner: { apiKeyId: actor.apiKeyId }, scopes };
}

/** Without secrets: that of a rotation is shown by the end of the one before. */
function auditedOf({ url, types, description, secrets, owner, disabled }: WebhookState) {
  return {
    url,
    types,
    ...(description !== undefined && { description }),
    ...owner,
    enabled: disabled === undefined,
    ...(disabled && { disabledReason: disabled.reason }),
    ...(secrets.previousUntil && { previousSecretUntil: secrets.previousUntil }),
  };
}
