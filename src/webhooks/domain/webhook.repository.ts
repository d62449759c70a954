import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DisabledReason } from './disabled-reason.js';
import type { Webhook } from './webhook.js';

export interface WebhookKey {
  readonly companyId: string;
  readonly webhookId: string;
}

/** A place in the change feed up to which a webhook has been told. */
export interface ToldPlace {
  readonly place: string;
  /** Positions of the orders that it reads, by company. */
  readonly positions: ReadonlyMap<string, string>;
}

export abstract class WebhookRepository {
  /** Number of webhooks of the company. Locks out others that count, until the transaction ends. */
  abstract lockCount(companyId: string, transaction: Transaction): Promise<number>;

  abstract insert(webhook: Webhook, told: ToldPlace, transaction: Transaction): Promise<void>;

  /** @throws {WebhookNotFound} */
  abstract lock(key: WebhookKey, transaction: Transaction): Promise<Webhook>;

  /** @returns undefined when it is gone or another process has it */
  abstract lockIfFree(
    key: WebhookKey,
    transaction: Transaction,
  ): Promise<{ readonly webhook: Webhook; readonly place: string } | undefined>;

  abstract update(webhook: Webhook, transaction: Transaction): Promise<void>;

  abstract tell(key: WebhookKey, told: ToldPlace, transaction: Transaction): Promise<void>;

  abstract remove(key: WebhookKey, transaction: Transaction): Promise<void>;

  /** Ids of the webhooks that belong to keys of a company. */
  abstract idsOfKeys(
    companyId: string,
    apiKeyIds: readonly string[],
    transaction: Transaction,
  ): Promise<string[]>;

  /** Enabled webhooks of all companies, behind whose place something has changed. */
  abstract behind(limit: number): Promise<WebhookKey[]>;

  /** Enabled webhooks whose owners may not have them any more, and those that have failed for too long. */
  abstract toDisable(limit: number): Promise<(WebhookKey & { readonly reason: DisabledReason })[]>;

  /** Why the owner may not have the webhook any more; undefined while the owner may. */
  abstract ownerProblem(key: WebhookKey, transaction: Transaction): Promise<DisabledReason | undefined>;

  /** A success ends, a failure begins the time without a success. */
  abstract noteOutcome(key: WebhookKey, isSuccess: boolean, transaction: Transaction): Promise<void>;
}
