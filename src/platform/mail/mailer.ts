import type { Mailbox } from '../../shared-kernel/mailbox.js';
import type { MailMessage } from '../mail-rendering/mail-message.js';

/** Sends messages from the address of the deployment. */
export abstract class Mailer {
  /** That of the sender's address. */
  readonly host: string;

  constructor({ address }: Mailbox) {
    this.host = address.replace(/^.*@/, '');
  }

  /** Resolves when the message has been taken over for delivery. @throws when it has not */
  abstract send(message: MailMessage): Promise<void>;
}
