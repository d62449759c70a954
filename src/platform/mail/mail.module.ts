import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { Settings } from '../config/settings.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { Mailer } from './mailer.js';
import { OUTBOX_FOLDER, OutboxMailer } from './outbox-mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

/** The mailer of a deployment: its mail server, or else files. */
export function createMailer({ mail, dataDir }: Settings, logger: Logger): Mailer {
  const { smtpUrl, from } = mail;
  if (smtpUrl === undefined) return new OutboxMailer(join(dataDir, OUTBOX_FOLDER), from, logger);
  return new SmtpMailer(smtpUrl, from);
}

/** Counts the messages of a mailer by their result. */
function counted(mailer: Mailer, registry: Registry): Mailer {
  const messages = new Counter({
    name: 'wes_mails_total',
    help: 'Messages that the mail server accepted (sent) or that could not be handed to it (failed).',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const result of ['sent', 'failed']) messages.inc({ result }, 0);
  return {
    host: mailer.host,
    async send(message) {
      const sending = mailer.send(message);
      sending.then(
        () => messages.inc({ result: 'sent' }),
        () => messages.inc({ result: 'failed' }),
      );
      await sending;
    },
  };
}

@Global()
@Module({
  providers: [
    {
      provide: Mailer,
      inject: [Settings, LOGGER, Registry],
      useFactory: (settings: Settings, logger: Logger, registry: Registry) =>
        counted(createMailer(settings, logger), registry),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
