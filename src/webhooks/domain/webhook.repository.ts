import type { Transaction } from '../../shared-kernel/transaction.js';
import type { DisabledReason } from './disabled-reason.js';
import type { Attempt, ClaimedMessage, NewMessage } from './message.js';
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

/** The state of a message after an attempt. */
export interface AttemptResult {
  readonly id: string;
  readonly attempt: Attempt;
  readonly status: 'DELIVERED' | 'FAILED' | 'WAITING';
  /** Milliseconds until the next attempt of one that waits. */
  readonly delayMs?: number | undefined;
}

export abstract class MessageRepository {
  /** Number of messages that wait for a webhook. */
  abstract countWaiting(key: WebhookKey, transaction: Transaction): Promise<number>;

  abstract insertAll(
    key: WebhookKey,
    messages: readonly NewMessage[],
    transaction: Transaction,
  ): Promise<void>;

  /** Removes messages that wait and are not being sent. @returns the changes that they stand for */
  abstract removeWaiting(key: WebhookKey, transaction: Transaction): Promise<number>;

  /** Webhooks of all companies that have messages that are due, those that have waited longest first. */
  abstract due(limit: number): Promise<WebhookKey[]>;

  /** Begins attempts of messages that are due, so that at most so many are made at the same time. */
  abstract claim(key: WebhookKey, most: number, transaction: Transaction): Promise<ClaimedMessage[]>;

  abstract end(key: WebhookKey, result: AttemptResult, transaction: Transaction): Promise<void>;

  /** Gives an attempt back that was not made. */
  abstract release(key: WebhookKey, id: string): Promise<void>;

  /** Sends nothing more of what waits. */
  abstract failWaiting(key: WebhookKey, transaction: Transaction): Promise<void>;

  /**
   * Begins the schedule of a message again.
   * @param types - of messages that may be sent again; all when not given
   * @returns false when there is none
   */
  abstract retry(
    key: WebhookKey,
    { id, types }: { readonly id: string; readonly types: readonly string[] | undefined },
    transaction: Transaction,
  ): Promise<boolean>;

  /** Removes old messages of all companies. @returns how many, at most `limit` */
  abstract removeOld(limit: number): Promise<number>;
}

/** Mails about webhooks that the service has disabled, also about those that were deleted since. */
export abstract class WebhookMailRepository {
  /**
   * Notes a mail about a webhook, which is locked.
   * @returns false where none is to be sent: there was one within a day, or there were too many about others
   */
  abstract note(key: WebhookKey, transaction: Transaction): Promise<boolean>;

  /** Removes notes of all companies that are older than a day. @returns how many, at most `limit` */
  abstract removeOld(limit: number): Promise<number>;
}
