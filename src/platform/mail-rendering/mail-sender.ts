import type { MailMessage } from './mail-message.js';

/** Sends mails from the address of the deployment. */
export abstract class MailSender {
  /** That of the sender's address. */
  abstract readonly host: string;

  /** @throws when the mail has not been taken over */
  abstract send(mail: MailMessage): Promise<void>;
}
