import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import type { MailMessage } from '../../../platform/mail-rendering/mail-message.js';
import { RetentionMailer } from '../application/retention-warnings.js';

@Injectable()
export class PlatformRetentionMailer extends RetentionMailer {
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
