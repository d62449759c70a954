import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { delayAfter } from '../domain/attempt-schedule.js';
import type { ClaimedMessage } from '../domain/message.js';
import { WebhookNotFound } from '../domain/webhook.errors.js';
import { MAX_ATTEMPTS_AT_ONCE } from '../domain/webhook.limits.js';
import { WebhookRepository, type WebhookKey } from '../domain/webhook.repository.js';
import type { Webhook, WebhookState } from '../domain/webhook.js';
import { DeliveryMeter } from './delivery-meter.queries.js';
import { WebhookDisabling } from './webhook-disabling.js';
import { MessageStore } from './message.store.js';
import { attemptOf, HTTP_GONE, isDelivered, sendSigned } from './signed-delivery.js';
import { WebhookSigner } from './webhook-signer.js';
import { WebhookSender, type DeliveryOutcome } from './webhook.ports.js';

/** Attempts that a process makes at the same time. */
export const MAX_ATTEMPTS_OF_PROCESS = 500;

/** Attempts that a process makes at the same time for a company. */
export const MAX_ATTEMPTS_OF_COMPANY = 50;

/** Attempts at the same time for a webhook that has not answered well lately. */
const ATTEMPTS_OF_FAILING = 1;

/** Transactions of deliveries that a process runs at the same time: the other connections are for requests. */
const TRANSACTIONS_AT_ONCE = 2;

/** Longest time in which the outcome of an attempt is recorded. After it, the attempt is made again. */
const RECORD_LIMIT_MS = 10 * 60_000;
const RECORD_PAUSE_MS = 500;

/** Answers whose `Retry-After` is respected. */
const ASKS_TO_WAIT = [429, 503];

/** Sends messages. Each webhook and each company has a share, so that slow receivers delay no others. */
@Injectable()
export class WebhookDeliveries implements OnModuleDestroy {
  private readonly lanes = new Map<string, Lane>();
  private readonly stopping = new AbortController();
  private inFlight = 0;
  private readonly ofCompanies = new Map<string, number>();
  private readonly inTurn = pLimit(TRANSACTIONS_AT_ONCE);

  // eslint-disable-next-line @typescript-eslint/max-params -- what is sent, to whom, and what follows
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly messages: MessageStore,
    private readonly sender: WebhookSender,
    private readonly signer: WebhookSigner,
    private readonly disabling: WebhookDisabling,
    private readonly unitOfWork: UnitOfWork,
    private readonly meter: DeliveryMeter,
  ) {}

  /** Attempts in progress are ended and not counted: another process makes them. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('The service is shutting down.'));
    for (const lane of this.lanes.values()) {
      await lane.filling;
      await Promise.all(lane.attempts);
    }
  }

  /** Begins the attempts that are due for a webhook. */
  serve(key: WebhookKey): void {
    if (this.stopping.signal.aborted || this.roomFor(key) <= 0) return;
    const name = `${key.companyId} ${key.webhookId}`;
    const lane: Lane = this.lanes.get(name) ?? { key, attempts: new Set(), isDueAgain: false };
    if (lane.filling) {
      lane.isDueAgain = true;
      return;
    }
    this.lanes.set(name, lane);
    lane.isDueAgain = false;
    lane.filling = this.fill(lane)
      .catch(() => undefined) // the next round tries again, and readiness reports the database
      .finally(() => {
        delete lane.filling;
        if (lane.isDueAgain) this.serve(key);
        else if (lane.attempts.size === 0) this.lanes.delete(name);
      });
  }

  /** Begins further attempts, also while others wait for their answers. Each that ends makes room for the next one. */
  private async fill({ key, attempts }: Lane): Promise<void> {
    const claimed = await this.claim(key);
    for (const message of claimed?.messages ?? []) {
      const attempt = this.attempt(key, (claimed as Claim).state, message)
        .catch(() => undefined) // made again after its lease
        .finally(() => {
          attempts.delete(attempt);
          this.serve(key);
        });
      attempts.add(attempt);
    }
  }

  /** Attempts that may begin now for the webhooks of a company. */
  private roomFor({ companyId }: WebhookKey): number {
    const ofCompany = MAX_ATTEMPTS_OF_COMPANY - (this.ofCompanies.get(companyId) ?? 0);
    return Math.min(ofCompany, MAX_ATTEMPTS_OF_PROCESS - this.inFlight);
  }

  private count({ companyId }: WebhookKey, change: 1 | -1): void {
    this.inFlight += change;
    const ofCompany = (this.ofCompanies.get(companyId) ?? 0) + change;
    if (ofCompany === 0) this.ofCompanies.delete(companyId);
    else this.ofCompanies.set(companyId, ofCompany);
    this.meter.inFlight(this.inFlight);
  }

  private claim(key: WebhookKey): Promise<Claim | undefined> {
    return this.transaction(async (transaction) => {
      const webhook: Webhook | undefined = await this.webhooks.lock(key, transaction).catch(ignoreMissing);
      if (!webhook?.isEnabled) return undefined;
      const reason = await this.webhooks.ownerProblem(key, transaction);
      if (reason) {
        await this.disabling.disable(webhook, reason, transaction);
        return undefined;
      }
      const share = webhook.state.failingSince ? ATTEMPTS_OF_FAILING : MAX_ATTEMPTS_AT_ONCE;
      const most = Math.max(0, Math.min(share, this.roomFor(key)));
      return { state: webhook.state, messages: await this.messages.claim(key, most, transaction) };
    });
  }

  private async attempt(key: WebhookKey, state: WebhookState, message: ClaimedMessage): Promise<void> {
    this.count(key, 1);
    const at = new Date();
    try {
      const { sender, signer } = this;
      const outcome = await sendSigned({ sender, signer }, state, { ...message, at }, this.stopping.signal);
      if (this.stopping.signal.aborted && outcome.status === undefined)
        await this.messages.release(key, message.id);
      else await this.record(key, message, at, outcome);
    } finally {
      this.count(key, -1);
    }
  }

  /** Repeats while the database is away: an attempt that nobody recorded would be made twice. */
  private async record(
    key: WebhookKey,
    message: ClaimedMessage,
    at: Date,
    outcome: DeliveryOutcome,
  ): Promise<void> {
    const until = performance.now() + RECORD_LIMIT_MS;
    for (;;) {
      try {
        await this.end(key, message, at, outcome);
        return;
      } catch (error) {
        if (error instanceof WebhookNotFound) return; // deleted meanwhile
        if (this.stopping.signal.aborted || performance.now() > until) throw error;
      }
      await sleep(RECORD_PAUSE_MS, undefined, { signal: this.stopping.signal });
    }
  }

  private async end(
    key: WebhookKey,
    { id, attempts, createdAt }: ClaimedMessage,
    at: Date,
    outcome: DeliveryOutcome,
  ): Promise<void> {
    const { status, retryAfterMs } = outcome;
    const isSuccess = isDelivered(outcome);
    const asked = ASKS_TO_WAIT.includes(status ?? 0) ? retryAfterMs : undefined;
    const delayMs = isSuccess ? undefined : delayAfter(attempts, asked, Math.random());
    await this.transaction(async (transaction) => {
      // Like all others who write messages, first the webhook.
      const webhook = await this.webhooks.lock(key, transaction);
      // Nothing is sent again to one that was disabled meanwhile.
      const nextMs = webhook.isEnabled ? delayMs : undefined;
      await this.messages.end(
        key,
        {
          id,
          attempt: attemptOf(at, outcome),
          status: isSuccess ? 'DELIVERED' : nextMs === undefined ? 'FAILED' : 'WAITING',
          delayMs: nextMs,
        },
        transaction,
      );
      if (webhook.isEnabled && status === HTTP_GONE)
        await this.disabling.disable(webhook, 'RECEIVER_GONE', transaction);
      else await this.webhooks.noteOutcome(key, isSuccess, transaction);
    });
    this.meter.ended(isSuccess, Date.now() - createdAt.getTime());
  }

  private transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.inTurn(() => this.unitOfWork.run(work));
  }
}

/** The work of a process for a webhook. */
interface Lane {
  readonly key: WebhookKey;
  readonly attempts: Set<Promise<void>>;
  /** Looks for further messages at the moment. */
  filling?: Promise<void>;
  /** True when more became due meanwhile. */
  isDueAgain: boolean;
}

interface Claim {
  readonly state: WebhookState;
  readonly messages: readonly ClaimedMessage[];
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof WebhookNotFound)) throw error;
}
