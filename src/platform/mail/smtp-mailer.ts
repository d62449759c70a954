import { createTransport } from 'nodemailer';
import type { Mailbox } from '../../shared-kernel/mailbox.js';
import { mailContent } from './mail-content.js';
import { Mailer, type MailMessage } from './mailer.js';

/** Milliseconds. */
export interface SmtpTimeouts {
  readonly connectionMs: number;
  readonly greetingMs: number;
  readonly socketMs: number;
}

const TIMEOUTS: SmtpTimeouts = { connectionMs: 10_000, greetingMs: 10_000, socketMs: 30_000 };

/** Sends messages to a mail server, one connection each, so that no stale connection can lose one. */
export class SmtpMailer extends Mailer {
  private readonly transport: ReturnType<typeof createTransport>;

  /** @param url - `smtp://` or `smtps://`, with user and password where the server asks for them */
  constructor(
    url: string,
    private readonly from: Mailbox,
    { connectionMs, greetingMs, socketMs }: SmtpTimeouts = TIMEOUTS,
  ) {
    super();
    this.transport = createTransport({
      url,
      dnsTimeout: connectionMs,
      connectionTimeout: connectionMs,
      greetingTimeout: greetingMs,
      socketTimeout: socketMs,
    });
  }

  override async send(message: MailMessage): Promise<void> {
    await this.transport.sendMail(mailContent(message, this.from));
  }
}
