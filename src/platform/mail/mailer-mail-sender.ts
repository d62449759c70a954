import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import type { MailMessage } from '../mail-rendering/mail-message.js';
import { MailSender } from '../mail-rendering/mail-sender.js';
import { Mailer } from './mailer.js';

@Injectable()
export class MailerMailSender extends MailSender {
  readonly host: string;

  constructor(
    private readonly mailer: Mailer,
    { mail }: Settings,
  ) {
    super();
    this.host = mail.from.address.replace(/^.*@/, '');
  }

  send(mail: MailMessage): Promise<void> {
    return this.mailer.send(mail);
  }
}
