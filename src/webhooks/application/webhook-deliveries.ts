import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { delayAfter } from '../domain/attempt-schedule.js';
import type { ClaimedMessage } from '../domain/message.js';
import { WebhookNotFound } from '../domain/webhook.errors.js';
import { MAX_ATTEMPTS_AT_ONCE } from '../domain/webhook.limits.js';
import { MessageRepository, WebhookRepository, type WebhookKey } from '../domain/webhook.repository.js';
import type { Webhook, WebhookState } from '../domain/webhook.js';
import { WebhookDisabling } from './webhook-disabling.js';
import { DeliveryMeter } from './delivery-meter.js';
import { attemptOf, HTTP_GONE, isDelivered, sendSigned } from './signed-delivery.js';
import { WebhookSender, WebhookSigner, type DeliveryOutcome } from './webhook.ports.js';

/** Attempts that a process makes at the same time. */
export const MAX_ATTEMPTS_OF_PROCESS = 500;

/** Attempts at the same time for a webhook that has not answered well lately. */
const ATTEMPTS_OF_FAILING = 1;

/** Answers whose `Retry-After` is respected. */
const ASKS_TO_WAIT = [429, 503];

/** Sends messages. Each webhook has a share of its own, so that a slow receiver delays nobody else. */
@Injectable()
export class WebhookDeliveries implements OnModuleDestroy {
  private readonly serving = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private inFlight = 0;

  // eslint-disable-next-line @typescript-eslint/max-params -- what is sent, to whom, and what follows
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly messages: MessageRepository,
    private readonly sender: WebhookSender,
    private readonly signer: WebhookSigner,
    private readonly disabling: WebhookDisabling,
    private readonly unitOfWork: UnitOfWork,
    private readonly meter: DeliveryMeter,
  ) {}

  /** Attempts in progress are ended and not counted: another process makes them. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('The service is shutting down.'));
    await Promise.allSettled(this.serving.values());
  }

  /** Sends what is due for a webhook, unless this process does so already. */
  serve(key: WebhookKey): void {
    const name = `${key.companyId} ${key.webhookId}`;
    if (this.serving.has(name) || this.stopping.signal.aborted || this.inFlight >= MAX_ATTEMPTS_OF_PROCESS)
      return;
    const serving = this.sendDue(key)
      .catch(() => undefined) // the next round tries again, and readiness reports the database
      .finally(() => this.serving.delete(name));
    this.serving.set(name, serving);
  }

  /** Begins attempts as others end, until nothing is due. */
  private async sendDue(key: WebhookKey): Promise<void> {
    const attempts = new Set<Promise<void>>();
    for (;;) {
      const claimed = this.stopping.signal.aborted ? undefined : await this.claim(key);
      for (const message of claimed?.messages ?? []) {
        const attempt = this.attempt(key, (claimed as Claim).state, message).catch(() => undefined);
        attempts.add(attempt);
        void attempt.finally(() => attempts.delete(attempt));
      }
      if (attempts.size === 0) return;
      await Promise.race(attempts);
    }
  }

  private claim(key: WebhookKey): Promise<Claim | undefined> {
    return this.unitOfWork.run(async (transaction) => {
      const webhook: Webhook | undefined = await this.webhooks.lock(key, transaction).catch(ignoreMissing);
      if (!webhook?.isEnabled) return undefined;
      const reason = await this.webhooks.ownerProblem(key, transaction);
      if (reason) {
        await this.disabling.disable(webhook, reason, transaction);
        return undefined;
      }
      const most = webhook.state.failingSince ? ATTEMPTS_OF_FAILING : MAX_ATTEMPTS_AT_ONCE;
      return { state: webhook.state, messages: await this.messages.claim(key, most, transaction) };
    });
  }

  private async attempt(key: WebhookKey, state: WebhookState, message: ClaimedMessage): Promise<void> {
    this.inFlight++;
    const at = new Date();
    try {
      const { sender, signer } = this;
      const outcome = await sendSigned({ sender, signer }, state, { ...message, at }, this.stopping.signal);
      if (this.stopping.signal.aborted && outcome.status === undefined)
        await this.messages.release(key, message.id);
      else await this.end(key, message, at, outcome);
    } finally {
      this.inFlight--;
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
    await this.unitOfWork.run(async (transaction) => {
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
}

interface Claim {
  readonly state: WebhookState;
  readonly messages: readonly ClaimedMessage[];
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof WebhookNotFound)) throw error;
}
