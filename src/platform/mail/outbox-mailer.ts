import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { replaceFile } from '../files/replace-file.js';
import type { Logger } from '../logging/logger.js';
import type { Mailbox } from '../../shared-kernel/mailbox.js';
import type { MailMessage } from '../mail-rendering/mail-message.js';
import { mailContent } from './mail-content.js';
import { Mailer } from './mailer.js';

/** In the data folder. */
export const OUTBOX_FOLDER = 'outbox';

/** Longest part of a `Message-ID` in the name of a file. */
const MAX_ID_LENGTH = 150;

/** Writes messages as `.eml` files, for deployments without a mail server. */
export class OutboxMailer extends Mailer {
  private readonly composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  /** @param folder - is made when the first message comes */
  constructor(
    private readonly folder: string,
    private readonly from: Mailbox,
    private readonly logger: Pick<Logger, 'info'>,
  ) {
    super(from);
  }

  override async send(message: MailMessage): Promise<void> {
    const { message: content } = await this.composer.sendMail(mailContent(message, this.from));
    const path = join(this.folder, fileName(message.messageId, new Date()));
    await replaceFile(path, content);
    // Neither recipient nor content: logs must not contain personal data.
    this.logger.info({ path }, 'message written; no SMTP_URL is set');
  }
}

/** Names sort by time. */
function fileName(messageId: string, now: Date): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `${time}-${messageId.replace(/[^\w.@-]/g, '_').slice(0, MAX_ID_LENGTH)}.eml`;
}
