import { Injectable } from '@nestjs/common';
import { ChangesQueries, CursorExpired } from '../../changes/index.js';
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
  WebhookNotFound,
  WebhookOwnerNotAllowed,
} from '../domain/webhook.errors.js';
import { BYTES_OF_MESSAGE, MAX_WAITING_MESSAGES, MAX_WEBHOOKS } from '../domain/webhook.limits.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import { Webhook, type WebhookChange, type WebhookContent, type WebhookState } from '../domain/webhook.js';
import { auditedOf } from './audited-webhook.js';
import { MessageStore } from './message.store.js';
import { isShown, WebhookAccess, type WebhookView } from './webhook-access.js';
import { WebhookReaders } from './webhook-readers.js';
import { WebhookSigner } from './webhook-signer.js';
import { WebhookResponse } from './webhook.response.js';
import { typeOf } from './webhook-types.js';
import { WebhookSender } from './webhook.ports.js';

/** A webhook with the secret that is shown this once. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/**
 * Changes the webhooks of a company. A webhook belongs to the key or admin that has created or last changed it. Those
 * that {@link WebhookAccess} does not show to a caller are not there for it.
 */
@Injectable()
export class WebhooksService {
  // eslint-disable-next-line @typescript-eslint/max-params -- one service for all changes of a webhook
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly messages: MessageStore,
    private readonly changes: ChangesQueries,
    private readonly readers: WebhookReaders,
    private readonly access: WebhookAccess,
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
    this.checkUrl(content.url);
    const secret = this.signer.newSecret();
    return this.unitOfWork.run(async (transaction) => {
      const count = await this.webhooks.lockCount(actor.companyId, transaction);
      const owned = await this.access.ownedBy(actor, content.types, transaction);
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
      const webhook = await this.lockShown(actor, webhookId, transaction);
      const { state: before } = webhook;
      await precondition?.check(() => jsonOf(before));
      const takesOver = change.url !== undefined || change.types !== undefined || change.enabled === true;
      const owned = takesOver
        ? await this.access.ownedBy(actor, change.types ?? before.types, transaction)
        : before;
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

  /**
   * A new secret; the one before signs for another day.
   * @throws {WebhookNotFound}
   * @throws {TooManyRotations}
   */
  rotate(actor: Actor, webhookId: string, given?: Transaction): Promise<WebhookWithSecret> {
    const secret = this.signer.newSecret();
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await this.lockShown(actor, webhookId, transaction);
      const before = auditedOf(webhook.state);
      webhook.rotate(this.signer.seal(secret, webhookId), (sealed) => this.signer.opens(sealed, webhookId));
      await this.webhooks.update(webhook, transaction);
      // One of an unreadable secret has nothing else that differs.
      const after = { ...auditedOf(webhook.state), secretChangedAt: webhook.state.updatedAt };
      const change = { operation: 'webhook.rotate', objectId: webhookId, before, after } as const;
      await this.audit.record(actor, change, transaction);
      return { webhook, secret };
    }, given);
  }

  /** @throws {WebhookNotFound} @throws {PreconditionFailed} */
  remove(actor: Actor | OperatorActor, webhookId: string, precondition?: Precondition): Promise<Webhook> {
    const key = { companyId: actor.companyId, webhookId };
    return this.unitOfWork.run(async (transaction) => {
      const webhook = await this.lockShown(actor, webhookId, transaction);
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
      const { types } = await this.lockEnabled(actor, webhookId, transaction);
      if (!(await this.messages.retry(key, { id: deliveryId, types }, transaction)))
        throw new DeliveryNotFound();
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
      const { webhook } = await this.lockEnabled(actor, webhookId, transaction);
      const told = await this.changes.placeOf(this.readers.of(webhook.state), transaction, since);
      await this.webhooks.tell(key, told, transaction);
      const change = {
        operation: 'webhook.replay',
        objectId: webhookId,
        after: { since: since.toISOString() },
        alsoStored: BYTES_OF_MESSAGE * (await this.countMessages(webhook.state, told.place, transaction)),
      } as const;
      await this.audit.record(actor, change, transaction);
      return webhook;
    }, given);
  }

  /** @throws {WebhookNotFound} */
  private async lockShown(
    actor: Actor | OperatorActor,
    webhookId: string,
    transaction: Transaction,
  ): Promise<Webhook> {
    const { companyId } = actor;
    const webhook = await this.webhooks.lock({ companyId, webhookId }, transaction);
    const view = actor.kind === 'operator' ? { companyId } : await this.access.viewOf(actor, transaction);
    if (!isShown(webhook.state, view)) throw new WebhookNotFound();
    return webhook;
  }

  /**
   * A webhook that is sent messages, and whose owner may read all of its types at this moment.
   * @throws {WebhookNotFound}
   * @throws {WebhookDisabled}
   */
  private async lockEnabled(
    actor: Actor,
    webhookId: string,
    transaction: Transaction,
  ): Promise<{ readonly webhook: Webhook } & Pick<WebhookView, 'types'>> {
    const webhook = await this.lockShown(actor, webhookId, transaction);
    const key = { companyId: actor.companyId, webhookId };
    // The next round disables it.
    const isAllowed = webhook.isEnabled && !(await this.webhooks.ownerProblem(key, transaction));
    if (!isAllowed) throw new WebhookDisabled();
    const { types } = await this.access.viewOf(actor, transaction);
    return { webhook, ...(types && { types }) };
  }

  /** Messages that a replay makes, or as many as it could make where it is not read to its end. */
  private async countMessages(state: WebhookState, place: string, transaction: Transaction): Promise<number> {
    const read = { after: place, limit: MAX_WAITING_MESSAGES };
    try {
      const { objects, isMore } = await this.changes.objectsAfter(this.readers.of(state), read, transaction);
      if (isMore) return MAX_WAITING_MESSAGES;
      return objects.filter(({ kind, isDeleted }) => state.types.includes(typeOf(kind, isDeleted))).length;
    } catch (error) {
      if (!(error instanceof CursorExpired)) throw error;
      return 1; // it tells that changes wait
    }
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
  return Promise.resolve(JSON.stringify(WebhookResponse.of(state)));
}

function refusedSince(message: string): ValidationFailed {
  return new ValidationFailed([{ path: 'since', code: 'OUT_OF_RANGE', message }]);
}
