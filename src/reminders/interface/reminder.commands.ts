import { Module } from '@nestjs/common';
import type { Command } from 'commander';
import { IdentityModule, OperatorQueries } from '../../identity/index.js';
import { companyOption, count, dayOrMoment } from '../../platform/cli/arguments.js';
import type { Shell } from '../../platform/cli/shell.js';
import { table } from '../../platform/cli/table.js';
import { Settings } from '../../platform/config/settings.js';
import type { DayOrMoment } from '../../shared-kernel/date-time.js';
import { ReminderPreview } from '../application/reminder-preview.js';
import { renderReminderMail } from '../application/render-reminder-mail.js';
import { ReminderContentsModule } from '../reminders.module.js';

interface PreviewOptions {
  readonly company: string;
  readonly at: DayOrMoment;
  readonly limit: number;
}

interface PreviewedMail {
  readonly address: string;
  readonly name: string;
  /** Of the mail: one of six. */
  readonly language: string;
  readonly subject: string;
  readonly text: string;
}

const DEFAULT_LIMIT = 1_000;

/** Only a mail that is sent has a link of its reader, and a key. */
const UNSENT = { wishesUrl: '…', key: '' };

@Module({ imports: [IdentityModule, ReminderContentsModule] })
class ReminderOperationsModule {}

const HELP = `
A date shows the mails that a service that runs without interruption sends on that day in the time zone of the company,
a time those of the next round from it on, which is within a minute. They are in the order of sending, and depend on the
plans and assignments of now. --json also shows the text of each mail. The mail that is sent has a link of its reader to
unsubscribe, too. Nothing is sent or stored.`;

/** `wes reminders …` */
export function registerReminderCommands(reminders: Command, shell: Shell): void {
  reminders
    .command('preview')
    .description('show the mails that are sent to the people of a company on a day or at a time')
    .addOption(companyOption())
    .requiredOption('--at <time>', 'the day or time: YYYY-MM-DD, ddMMyyyy or RFC 3339', dayOrMoment)
    .option('--limit <number>', 'most mails to show', count, DEFAULT_LIMIT)
    .addHelpText('after', HELP)
    .action(
      shell.withServices(
        ReminderOperationsModule,
        async (services, { company, at, limit }: PreviewOptions) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          const { mail } = services.get(Settings);
          const mails: PreviewedMail[] = [];
          for await (const one of services.get(ReminderPreview).at(companyId, at)) {
            if (mails.length === limit) break;
            const { to, language, subject, text } = renderReminderMail(
              { ...one, ...UNSENT },
              mail.appUrl,
              '',
            );
            mails.push({ address: to.address, name: to.name, language, subject, text });
          }
          const rows = mails.map(({ address, name, subject }) => [address, name, subject]);
          const note = mails.length === limit ? `There may be more than ${limit} (--limit).` : undefined;
          return {
            text: table(['ADDRESS', 'NAME', 'SUBJECT'], rows),
            json: mails,
            ...(note !== undefined && { note }),
          };
        },
      ),
    );
}
