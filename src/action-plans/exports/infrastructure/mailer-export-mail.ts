import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { PublicAddress } from '../../../platform/public-address.js';
import { exportMail } from '../application/export-mail.js';
import { ExportMail, type ReadyExport } from '../application/export.ports.js';

/** Sends the mails from the address of the deployment. */
@Injectable()
export class MailerExportMail extends ExportMail {
  readonly linkTtlMs: number;

  constructor(
    private readonly mailer: Mailer,
    private readonly address: PublicAddress,
    { exports }: Settings,
  ) {
    super();
    this.linkTtlMs = exports.linkTtlMs;
  }

  send({ token, ...ready }: ReadyExport): Promise<void> {
    const link = `${this.address.baseUrl}/exports/${token}`;
    return this.mailer.send(exportMail({ ...ready, link }, this.mailer.host));
  }
}
