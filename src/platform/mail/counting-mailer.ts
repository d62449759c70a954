import { Counter, type Registry } from 'prom-client';
import { Mailer, type MailMessage } from './mailer.js';

/** Counts the messages of another mailer by their result. */
export class CountingMailer extends Mailer {
  private readonly messages: Counter<'result'>;

  constructor(
    private readonly mailer: Mailer,
    registry: Registry,
  ) {
    super();
    this.messages = new Counter({
      name: 'wes_mails_total',
      help: 'Messages that the mail server accepted (sent) or that could not be handed to it (failed).',
      labelNames: ['result'],
      registers: [registry],
    });
    for (const result of ['sent', 'failed']) this.messages.inc({ result }, 0);
  }

  override async send(message: MailMessage): Promise<void> {
    try {
      await this.mailer.send(message);
      this.messages.inc({ result: 'sent' });
    } catch (error) {
      this.messages.inc({ result: 'failed' });
      throw error;
    }
  }
}
