import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { accessMail } from '../application/access-mail.js';
import { AccessMail, type ReadyAccess } from '../application/access.ports.js';

/** Sends the mails from the address of the deployment. */
@Injectable()
export class PlatformAccessMail extends AccessMail {
  private readonly host: string;

  constructor(
    private readonly mailer: Mailer,
    { mail }: Settings,
  ) {
    super();
    this.host = mail.from.address.replace(/^.*@/, '');
  }

  send(ready: ReadyAccess): Promise<void> {
    return this.mailer.send(accessMail(ready, this.host));
  }
}
