import { createTransport } from 'nodemailer';
import type { Mailbox } from '../../shared-kernel/mailbox.js';
import type { MailMessage } from '../mail-rendering/mail-message.js';
import { mailContent } from './mail-content.js';
import { Mailer } from './mailer.js';

/** Milliseconds. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i;

/** Sends messages to a mail server, one connection each, so that no stale connection can lose one. */
export class SmtpMailer extends Mailer {
  private readonly transport: ReturnType<typeof createTransport>;

  /** @param url - `smtp://` or `smtps://`, with user and password where the server asks for them */
  constructor(
    url: string,
    private readonly from: Mailbox,
    timeouts = TIMEOUTS,
  ) {
    super(from);
    this.transport = createTransport({ url: requiringTls(url), ...timeouts });
  }

  override async send(message: MailMessage): Promise<void> {
    await this.transport.sendMail(mailContent(message, this.from));
  }
}

/** The URL for a server that gets the password over TLS only, unless it is on this machine. */
function requiringTls(url: string): string {
  const parsed = new URL(url);
  if (parsed.password === '' || LOOPBACK.test(parsed.hostname)) return url;
  // The parameters of the URL have precedence over options.
  parsed.searchParams.set('requireTLS', 'true');
  parsed.searchParams.delete('secured');
  return parsed.href;
}
