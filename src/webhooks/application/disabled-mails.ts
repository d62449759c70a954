import { Injectable } from '@nestjs/common';
import { IdentityQueries } from '../../identity/index.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { WebhookNotFound } from '../domain/webhook.errors.js';
import { WebhookRepository } from '../domain/webhook.repository.js';
import { disabledMail } from './disabled-mail.js';
import type { DisabledMailPayload } from './webhook-disabling.js';

/** Tells admins that a webhook was disabled. */
@Injectable()
export class DisabledMails {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly identity: IdentityQueries,
    private readonly unitOfWork: UnitOfWork,
    private readonly mailer: Mailer,
  ) {}

  /** Sends nothing about a webhook that is gone or enabled again, and nothing to those who are no admins any more. */
  async send(companyId: string, { webhookId, userId }: DisabledMailPayload): Promise<void> {
    const state = await this.unitOfWork.run(async (transaction) => {
      const webhook = await this.webhooks.lock({ companyId, webhookId }, transaction).catch(ignoreMissing);
      return webhook?.state;
    });
    const person = await this.identity.findActivePerson(companyId, userId);
    if (!state?.disabled || person?.actor.role !== 'ADMIN') return;
    const { name, email: address, actor } = person;
    const reader = { id: userId, name, address, language: actor.language };
    await this.mailer.send(disabledMail(state, reader, this.mailer.host));
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof WebhookNotFound)) throw error;
}
