import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Settings } from '../config/settings.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { CountingMailer } from './counting-mailer.js';
import { Mailer } from './mailer.js';
import { OutboxMailer } from './outbox-mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

/** The mailer of a deployment: its mail server, or else files. */
export function createMailer({ mail, dataDir }: Settings, logger: Logger): Mailer {
  const { smtpUrl, from } = mail;
  if (smtpUrl === undefined) return new OutboxMailer(join(dataDir, 'outbox'), from, logger);
  return new SmtpMailer(smtpUrl, from);
}

@Global()
@Module({
  providers: [
    {
      provide: Mailer,
      inject: [Settings, LOGGER, Registry],
      useFactory: (settings: Settings, logger: Logger, registry: Registry) =>
        new CountingMailer(createMailer(settings, logger), registry),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
