import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { AppLinks } from '../application/app-links.js';
import type { ReminderMail } from '../application/reminder-mail.js';
import { ReminderMailer } from '../application/reminder-mails.js';
import { renderReminderMail } from '../application/render-reminder-mail.js';

/** Sends the mails from the address of the deployment. */
@Injectable()
export class PlatformReminderMailer extends ReminderMailer {
  private readonly links: AppLinks;
  private readonly host: string;

  constructor(
    private readonly mailer: Mailer,
    { mail }: Settings,
  ) {
    super();
    this.links = new AppLinks(mail.appUrl);
    this.host = mail.from.address.replace(/^.*@/, '');
  }

  send(mail: ReminderMail): Promise<void> {
    return this.mailer.send(renderReminderMail(mail, this.links, this.host));
  }
}
