import { Injectable } from '@nestjs/common';
import { Mailer } from '../../platform/mail/mailer.js';
import { Jobs } from '../../shared-kernel/jobs.js';
import { UnitOfWork } from '../../shared-kernel/unit-of-work.js';
import { IdentityQueries } from './identity.queries.js';
import { keyExpiryMail } from './key-expiry-mail.js';
import { KeyExpiryStore } from './key-expiry.store.js';

export const KEY_EXPIRY_MAIL_JOB = 'api-key-expiry-mail';

export interface KeyExpiryMailPayload {
  readonly [name: string]: string;
  readonly apiKeyId: string;
  readonly userId: string;
}

/** Keys that are read together. */
const BATCH = 100;

/** Tells the admins of a company once, 14 days before, that a key will end. */
@Injectable()
export class KeyExpiry {
  constructor(
    private readonly keys: KeyExpiryStore,
    private readonly identity: IdentityQueries,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly mailer: Mailer,
  ) {}

  /** Adds a mail to each admin about each key that ends soon. */
  async round(signal: AbortSignal): Promise<void> {
    for (;;) {
      const ending = await this.keys.ending(BATCH);
      for (const key of ending) {
        if (signal.aborted) return;
        await this.unitOfWork.run(async (transaction) => {
          if (!(await this.keys.tell(key, transaction))) return;
          const { companyId, id: apiKeyId } = key;
          const admins = await this.identity.activeAdmins(companyId, transaction);
          const mails = admins.map((userId) => ({ companyId, payload: { apiKeyId, userId } }));
          await this.jobs.addAll(KEY_EXPIRY_MAIL_JOB, mails, transaction);
        });
      }
      if (ending.length < BATCH) return;
    }
  }

  /** Sends nothing about a key that is revoked or has ended, and nothing to those who are no admins any more. */
  async send(companyId: string, { apiKeyId, userId }: KeyExpiryMailPayload): Promise<void> {
    const key = await this.keys.find(companyId, apiKeyId);
    const person = await this.identity.findActivePerson(companyId, userId);
    if (!key || person?.actor.role !== 'ADMIN') return;
    await this.mailer.send(keyExpiryMail(key, person, this.mailer.host));
  }
}
