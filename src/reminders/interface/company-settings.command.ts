import { InvalidArgumentError, Option, type Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import { acceptedBy, companyOption, listOf } from '../../platform/cli/arguments.js';
import { details } from '../../platform/cli/listing.js';
import type { Shell } from '../../platform/cli/shell.js';
import { operatorOf } from '../../shared-kernel/actor.js';
import { WEEKDAYS } from '../../shared-kernel/local-days.js';
import { CompanySettingsResponse } from '../application/company-settings.response.js';
import { ReminderSettingsService } from '../application/reminder-settings.service.js';
import {
  changeReminderSettings,
  DEFAULT_REMINDER_SETTINGS,
  LAST_HOUR,
  type ReminderSettings,
} from '../domain/reminder-settings.js';
import { ReminderSettingsModule } from '../reminders.module.js';

interface SetOptions extends Partial<ReminderSettings> {
  readonly company: string;
}

/** A rule of the domain about one of the settings. */
const accepted = <Name extends keyof ReminderSettings>(name: Name) =>
  acceptedBy((value: ReminderSettings[Name]) => {
    changeReminderSettings(DEFAULT_REMINDER_SETTINGS, { [name]: value });
  });

/** `wes company set`, beside the commands of identity. */
export function registerCompanySetCommand(program: Command, shell: Shell): void {
  const company = program.commands.find((each) => each.name() === 'company') ?? program.command('company');
  company
    .command('set')
    .description('change the settings of a company that are given, and show all of them')
    .addOption(companyOption())
    .addOption(switchOption('--reminders', 'mails to people about actions that they are assigned to'))
    .addOption(switchOption('--digest', 'weekly mails to managers about what they have created'))
    .option(
      '--language <tag>',
      'BCP 47 tag of the language of mails to people without a user',
      accepted('language'),
    )
    .option('--hour <number>', `hour of reminders of due dates, from 0 to ${LAST_HOUR}`, (text) =>
      accepted('hour')(/^\d{1,2}$/.test(text) ? Number(text) : NaN),
    )
    .option(
      '--weekdays <list>',
      `days of reminders of due dates, separated by commas: ${WEEKDAYS.join(', ')}`,
      (text) => accepted('weekdays')(listOf(WEEKDAYS)(text)),
    )
    .addHelpText(
      'after',
      '\nHours and days are those of the time zone of the company. Without a setting, all are shown.',
    )
    .action(
      shell.withServices(ReminderSettingsModule, async (services, { company, ...change }: SetOptions) => {
        const companyId = await services.get(OperatorQueries).companyId(company);
        const settings = await services.get(ReminderSettingsService).change(operatorOf(companyId), change);
        return details(CompanySettingsResponse.from(settings), {
          REMINDERS: ({ reminders }) => (reminders ? 'on' : 'off'),
          DIGEST: ({ digest }) => (digest ? 'on' : 'off'),
          LANGUAGE: ({ language }) => language,
          HOUR: ({ hour }) => String(hour),
          WEEKDAYS: ({ weekdays }) => weekdays.join(', '),
        });
      }),
    );
}

function switchOption(name: string, description: string): Option {
  return new Option(`${name} <on|off>`, description).argParser((text) => {
    if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.');
    return text === 'on';
  });
}
