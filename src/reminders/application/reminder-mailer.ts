import { Injectable } from '@nestjs/common';
import { Mailer } from '../../platform/mail/mailer.js';
import { PublicAddress } from '../../platform/public-address.js';
import type { ReminderMail } from './reminder-mail.js';
import { renderReminderMail } from './render-reminder-mail.js';

/** Sends mails to people. */
@Injectable()
export class ReminderMailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly address: PublicAddress,
  ) {}

  send(mail: ReminderMail): Promise<void> {
    return this.mailer.send(renderReminderMail(mail, this.address.appUrl, this.mailer.host));
  }
}
