import { Injectable } from '@nestjs/common';
import { NewAssignmentRepository } from '../../action-plans/index.js';
import type { JobAttempt } from '../../shared-kernel/jobs.js';
import { keepTrying } from '../../shared-kernel/keep-trying.js';
import { keyOf } from '../domain/planned-mail.js';
import { MailContentsQueries } from './mail-contents.js';
import { RecipientStore } from './recipient.store.js';
import type { ReminderMail } from './reminder-mail.js';
import { ReminderMailer } from './reminder-mailer.js';
import type { ReminderMailPayload } from './reminder-planner.js';
import { ReminderSettingsStore } from './reminder-settings.store.js';
import { WishesLinks } from './wishes-links.js';

/** By then the lease has ended, and another attempt may have sent the mail again. */
const RECORDING_LIMIT_MS = 60_000;

/** Sends planned mails. */
@Injectable()
export class ReminderMails {
  constructor(
    private readonly settings: ReminderSettingsStore,
    private readonly recipients: RecipientStore,
    private readonly contents: MailContentsQueries,
    private readonly assignments: NewAssignmentRepository,
    private readonly links: WishesLinks,
    private readonly mailer: ReminderMailer,
  ) {}

  /** Sends nothing when the mail would be empty, or when an attempt before has sent it. */
  async run(payload: ReminderMailPayload, job: JobAttempt): Promise<void> {
    const { companyId } = job;
    if (job.progress['sent'] !== true) {
      const contents = await this.contentsOf(companyId, payload);
      if (!contents) return;
      job.signal.throwIfAborted();
      await job.step('told', contents.told);
      // From here on nothing stops the mail.
      await this.mailer.send(contents.mail);
      await keepTrying(() => job.step('sent', true), RECORDING_LIMIT_MS);
      await this.forget(companyId, contents.told);
    } else await this.forget(companyId, job.progress['told']);
  }

  private async contentsOf(companyId: string, payload: ReminderMailPayload): Promise<SentMail | undefined> {
    const company = await this.settings.remindingCompany(companyId);
    const recipient = await this.recipients.findById(companyId, payload.recipientId);
    if (!company || !recipient) return undefined;
    const contents = await this.contents.find(company, recipient, payload);
    if (!contents) return undefined;
    const wishesUrl = await this.links.urlFor(companyId, recipient);
    const { told } = contents;
    return {
      mail: { ...contents.mail, wishesUrl, key: keyOf(payload, recipient.id) },
      told: told ? `${told.employeeId} ${told.through.toISOString()}` : null,
    };
  }

  /** Removes the assignments that the mail has announced. */
  private async forget(companyId: string, told: unknown): Promise<void> {
    if (typeof told !== 'string') return;
    const [employeeId, through] = told.split(' ');
    if (employeeId !== undefined && through !== undefined)
      await this.assignments.remove(companyId, employeeId, new Date(through));
  }
}

interface SentMail {
  readonly mail: ReminderMail;
  /** The employee and the time of the last new assignment in the mail, as the progress of the job has them. */
  readonly told: string | null;
}
