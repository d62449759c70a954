import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { MailSender } from '../../platform/mail-rendering/mail-sender.js';
import type { ReminderMail } from '../application/reminder-mail.js';
import { ReminderMailer } from '../application/reminder-mails.js';
import { renderReminderMail } from '../application/render-reminder-mail.js';

/** Sends the mails from the address of the deployment. */
@Injectable()
export class PlatformReminderMailer extends ReminderMailer {
  private readonly appUrl: string | undefined;

  constructor(
    private readonly mailer: MailSender,
    { mail }: Settings,
  ) {
    super();
    this.appUrl = mail.appUrl;
  }

  send(mail: ReminderMail): Promise<void> {
    return this.mailer.send(renderReminderMail(mail, this.appUrl, this.mailer.host));
  }
}
