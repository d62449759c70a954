import type { MailMessage } from '../mail-rendering/mail-message.js';

export abstract class Mailer {
  /** Resolves when the message has been taken over for delivery. @throws when it has not */
  abstract send(message: MailMessage): Promise<void>;
}
