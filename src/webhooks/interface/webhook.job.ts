import { Inject, Injectable } from '@nestjs/common';
import { JobHandler, type HandlesJob, type HandlesSchedule } from '../../platform/jobs/job-handler.js';
import { LOGGER, type Logger } from '../../platform/logging/logger.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { DisabledMails } from '../application/disabled-mails.js';
import { MessageStore } from '../application/message.store.js';
import { WebhookDeliveries } from '../application/webhook-deliveries.js';
import {
  WEBHOOK_DISABLED_MAIL_JOB,
  WebhookDisabling,
  type DisabledMailPayload,
} from '../application/webhook-disabling.js';
import { WebhookMailStore } from '../application/webhook-mail.store.js';
import { WebhookTeller } from '../application/webhook-teller.js';
import { WebhookRepository, type WebhookKey } from '../domain/webhook.repository.js';

/** Shorter than the time between two looks of a worker, so that each look begins a round. */
const ROUND_MS = 900;

/** Most webhooks of a round. */
const MAX_OF_ROUND = 500;

/** Webhooks that are told at the same time: few connections of the database. */
const TOLD_AT_ONCE = 2;

/** Disables webhooks that are to be, and tells the others of what has changed. */
@Injectable()
@JobHandler('webhook-tell', { everyMs: ROUND_MS })
export class WebhookTellJob implements HandlesSchedule {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly disabling: WebhookDisabling,
    private readonly teller: WebhookTeller,
    private readonly deliveries: WebhookDeliveries,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.disabling.round();
    const behind = await this.webhooks.behind(MAX_OF_ROUND);
    const tellNext = async (): Promise<void> => {
      for (let key = behind.shift(); key && !signal.aborted; key = behind.shift()) await this.tell(key);
    };
    await Promise.all(Array.from({ length: TOLD_AT_ONCE }, tellNext));
  }

  /** One that fails does not keep the others from being told. */
  private async tell(key: WebhookKey): Promise<void> {
    try {
      if (await this.teller.tell(key)) this.deliveries.serve(key);
    } catch (err) {
      this.logger.error({ err, ...key }, 'a webhook could not be told of changes');
    }
  }
}

/** Sends messages that are due and that no process sends already. */
@Injectable()
@JobHandler('webhook-send', { everyMs: ROUND_MS })
export class WebhookSendJob implements HandlesSchedule {
  constructor(
    private readonly messages: MessageStore,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  async run(): Promise<void> {
    const due: readonly WebhookKey[] = await this.messages.due(MAX_OF_ROUND);
    for (const key of due) this.deliveries.serve(key);
  }
}

/** Removes old messages, and notes of mails. */
@Injectable()
@JobHandler('webhook-upkeep', { everyMs: 3_600_000 })
export class WebhookUpkeepJob implements HandlesSchedule {
  constructor(
    private readonly messages: MessageStore,
    private readonly mails: WebhookMailStore,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    await this.messages.removeOld(signal);
    await this.mails.removeOld(signal);
  }
}

/** Tells admins that a webhook was disabled. */
@Injectable()
@JobHandler(WEBHOOK_DISABLED_MAIL_JOB, {
  attempts: 20,
  backoff: { firstMs: 5_000, longestMs: 30 * 60_000 },
  timeoutMs: 2 * 60_000,
  concurrency: () => 1,
})
export class WebhookDisabledMailJob implements HandlesJob<DisabledMailPayload> {
  constructor(private readonly mails: DisabledMails) {}

  run(payload: DisabledMailPayload, { companyId }: JobAttempt): Promise<void> {
    return this.mails.send(companyId, payload);
  }
}
