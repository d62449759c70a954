import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { exportMail } from '../application/export-mail.js';
import { ExportMail, type ReadyExport } from '../application/export.ports.js';

/** Sends the mails from the address of the deployment. */
@Injectable()
export class MailerExportMail extends ExportMail {
  private readonly host: string;

  constructor(
    private readonly mailer: Mailer,
    { mail }: Settings,
  ) {
    super();
    this.host = mail.from.address.replace(/^.*@/, '');
  }

  send(ready: ReadyExport): Promise<void> {
    return this.mailer.send(exportMail(ready, this.host));
  }
}
