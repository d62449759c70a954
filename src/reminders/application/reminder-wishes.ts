import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../shared-kernel/actor.js';
import { AuditTrail } from '../../shared-kernel/audit-trail.js';
import { foldEmail } from '../../shared-kernel/folding.js';
import type { Transaction } from '../../shared-kernel/transaction.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { changeWishes, DEFAULT_WISHES, wishesOf, type Wishes } from '../domain/wishes.js';
import { RecipientStore } from './recipient.store.js';

/** The mails that people want, by their e-mail addresses. */
@Injectable()
export class ReminderWishes {
  constructor(
    private readonly recipients: RecipientStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** Everything for an address that has wished nothing. */
  async find(companyId: string, email: string, transaction?: Transaction): Promise<Wishes> {
    const recipient = await this.recipients.find(companyId, foldEmail(email), transaction);
    return recipient ? wishesOf(recipient) : DEFAULT_WISHES;
  }

  /**
   * Changes the wishes that are given, of a user. What changes nothing leaves no record.
   * @param email - to which the mails of the user go
   * @param check - refuses the change by an error; called with the locked wishes
   * @param given - a transaction to take part in
   */
  change(
    actor: UserActor,
    email: string,
    change: Partial<Wishes>,
    check?: (before: Wishes) => Promise<void>,
    given?: Transaction,
  ): Promise<Wishes> {
    const { companyId, userId } = actor;
    return this.unitOfWork.run(async (transaction) => {
      const recipient = await this.recipients.lock(companyId, foldEmail(email), transaction);
      const before = wishesOf(recipient);
      await check?.(before);
      const after = changeWishes(before, change);
      await this.recipients.setWishes(companyId, recipient.id, after, transaction);
      const audited = { operation: 'user.update', objectId: userId, before, after } as const;
      await this.audit.record(actor, audited, transaction);
      return after;
    }, given);
  }
}
