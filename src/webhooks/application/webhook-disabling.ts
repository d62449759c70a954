import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { operatorOf } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { Jobs } from '../../shared-kernel/jobs.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import type { DisabledReason } from '../domain/disabled-reason.js';
import { WebhookRepository, type WebhookKey } from '../domain/webhook.repository.js';
import type { Webhook } from '../domain/webhook.js';
import { MessageStore } from './message.store.js';
import { WebhookMailStore } from './webhook-mail.store.js';

export const WEBHOOK_DISABLED_MAIL_JOB = 'webhook-disabled-mail';

/** The webhook of a mail, and its reader. */
export type DisabledMailPayload = { readonly webhookId: string; readonly userId: string };

/** Reasons of which the admins of the company get a mail: nobody of the company has caused the others by accident. */
const MAILED: readonly DisabledReason[] = ['FAILING', 'RECEIVER_GONE'];

/** Most webhooks that a round disables. */
const MAX_OF_ROUND = 200;

/** Disables webhooks whose owners may not have them any more, and those that nobody receives. */
@Injectable()
export class WebhookDisabling {
  // eslint-disable-next-line @typescript-eslint/max-params -- what is disabled, and what follows
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly messages: MessageStore,
    private readonly mails: WebhookMailStore,
    private readonly identity: IdentityQueries,
    private readonly jobs: Jobs,
    private readonly audit: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Disables all that are to be. */
  async round(): Promise<void> {
    for (const { reason, ...key } of await this.webhooks.toDisable(MAX_OF_ROUND))
      await this.check(key, reason);
  }

  /** @param webhook - locked, and enabled */
  async disable(webhook: Webhook, reason: DisabledReason, transaction: Transaction): Promise<void> {
    const { companyId, id: webhookId } = webhook.state;
    webhook.disable(reason);
    await this.webhooks.update(webhook, transaction);
    await this.messages.failWaiting({ companyId, webhookId }, transaction);
    const change = {
      operation: 'webhook.update',
      objectId: webhookId,
      before: { enabled: true },
      after: { enabled: false, disabledReason: reason },
    } as const;
    await this.audit.record(operatorOf(companyId), change, transaction);
    if (!MAILED.includes(reason)) return;
    if (!(await this.mails.note({ companyId, webhookId }, transaction))) return;
    const admins = await this.identity.activeAdmins(companyId, transaction);
    const jobs = admins.map((userId) => ({ companyId, payload: { webhookId, userId } }));
    await this.jobs.addAll(WEBHOOK_DISABLED_MAIL_JOB, jobs, transaction);
  }

  private check(key: WebhookKey, found: DisabledReason): Promise<void> {
    return this.unitOfWork.run(async (transaction) => {
      const locked = await this.webhooks.lockIfFree(key, transaction);
      if (!locked?.webhook.isEnabled) return;
      const problem = await this.webhooks.ownerProblem(key, transaction);
      const isFailing = found === 'FAILING' && locked.webhook.state.failingSince !== undefined;
      const reason = problem ?? (isFailing ? found : undefined);
      if (reason) await this.disable(locked.webhook, reason, transaction);
    });
  }
}
