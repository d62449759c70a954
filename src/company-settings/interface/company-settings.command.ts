import { InvalidArgumentError, Option, type Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import {
  checkRetention,
  RETENTION_PERIODS,
  type RetentionPeriod,
  type RetentionSettings,
} from '../../privacy/retention/index.js';
import {
  changeReminderSettings,
  DEFAULT_REMINDER_SETTINGS,
  LAST_HOUR,
  type ReminderSettings,
} from '../../reminders/index.js';
import { acceptedBy, companyOption, listOf } from '../../platform/cli/arguments.js';
import { details } from '../../platform/cli/listing.js';
import type { Shell } from '../../platform/cli/shell.js';
import { operatorOf, SCOPES, type Scope } from '../../shared-kernel/actor.js';
import { WEEKDAYS } from '../../shared-kernel/local-days.js';
import type { SignInSettings } from '../../sign-in/index.js';
import { CompanySettingsResponse } from '../application/company-settings.response.js';
import {
  CompanySettingsService,
  type CompanySettingsChange,
} from '../application/company-settings.service.js';
import { CompanySettingsModule } from '../company-settings.module.js';
import { addSignInOptions, SIGN_IN_COLUMNS, signInAfter, type SignInOptions } from './sign-in-options.js';

/** Turns a period off. */
const OFF = 'off';

type RetentionOptions = { readonly [Name in RetentionPeriod]?: number | typeof OFF } & {
  readonly warnByMail?: boolean;
};

interface SetOptions extends Partial<ReminderSettings>, RetentionOptions, SignInOptions {
  readonly company: string;
  readonly grantableScopes?: readonly Scope[];
}

/** A rule of the domain about one of the settings. */
const accepted = <Name extends keyof ReminderSettings>(name: Name) =>
  acceptedBy((value: ReminderSettings[Name]) => {
    changeReminderSettings(DEFAULT_REMINDER_SETTINGS, { [name]: value });
  });

/** `wes company set`, beside the commands of identity. */
export function registerCompanySetCommand(company: Command, shell: Shell): void {
  const set = company
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
    .addOption(periodOption('leaversMonths', '--leavers-months', 'months after which a leaver is erased'))
    .addOption(
      periodOption('timesheetsYears', '--timesheets-years', 'years after which timesheets are removed'),
    )
    .addOption(
      periodOption('closedPlansYears', '--closed-plans-years', 'years after which closed plans are removed'),
    )
    .addOption(periodOption('auditDays', '--audit-days', 'days after which audit records are removed'))
    .option(
      '--grantable-scopes <list>',
      'scopes of the API keys that admins may make, separated by commas; all but people:erase at first',
      listOf(SCOPES),
    )
    .addOption(switchOption('--warn-by-mail', 'mails to admins a week before something is removed'))
    .addHelpText(
      'after',
      '\nHours and days are those of the time zone of the company. Without a setting, all are shown.',
    )
    .action(
      shell.withServices(CompanySettingsModule, async (services, { company, ...options }: SetOptions) => {
        const companyId = await services.get(OperatorQueries).companyId(company);
        const service = services.get(CompanySettingsService);
        const settings = await service.change(operatorOf(companyId), changeOf(options));
        const shown = Object.assign(CompanySettingsResponse.from(settings), { signIn: settings.signIn });
        return details(shown, { ...COLUMNS, ...OF_SIGN_IN });
      }),
    );
  addSignInOptions(set, switchOption);
}

const periodOf = (name: RetentionPeriod) => (settings: CompanySettingsResponse) =>
  String(settings.retention[name] ?? OFF);
const onOrOff = (value: boolean): string => (value ? 'on' : 'off');

const COLUMNS = {
  REMINDERS: ({ reminders }: CompanySettingsResponse) => onOrOff(reminders),
  DIGEST: ({ digest }: CompanySettingsResponse) => onOrOff(digest),
  LANGUAGE: ({ language }: CompanySettingsResponse) => language,
  HOUR: ({ hour }: CompanySettingsResponse) => String(hour),
  WEEKDAYS: ({ weekdays }: CompanySettingsResponse) => weekdays.join(', '),
  'LEAVERS MONTHS': periodOf('leaversMonths'),
  'TIMESHEETS YEARS': periodOf('timesheetsYears'),
  'CLOSED PLANS YEARS': periodOf('closedPlansYears'),
  'AUDIT DAYS': periodOf('auditDays'),
  'WARN BY MAIL': ({ retention }: CompanySettingsResponse) => onOrOff(retention.warnByMail),
  'GRANTABLE SCOPES': ({ grantableScopes }: CompanySettingsResponse) => grantableScopes.join(', '),
};

/** The columns of a part of the settings, for all of them. */
const OF_SIGN_IN = Object.fromEntries(
  Object.entries(SIGN_IN_COLUMNS).map(([name, column]) => [
    name,
    ({ signIn }: { readonly signIn: SignInSettings }) => column(signIn),
  ]),
);

function changeOf(options: Omit<SetOptions, 'company'>): CompanySettingsChange {
  const { leaversMonths, timesheetsYears, closedPlansYears, auditDays, warnByMail, ...others } = options;
  const {
    signInIssuer,
    signInClients,
    signInTrustEmail,
    signInCodes,
    signInRolesFrom,
    sessionTtl,
    ...reminders
  } = others;
  const given = Object.entries({ leaversMonths, timesheetsYears, closedPlansYears, auditDays, warnByMail });
  const retention = (before: RetentionSettings): RetentionSettings => {
    const all: Record<string, unknown> = {
      ...before,
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    };
    const kept = Object.entries(all).filter(([, value]) => value !== OFF);
    return Object.fromEntries(kept) as unknown as RetentionSettings;
  };
  const signIn = (before: SignInSettings): SignInSettings => signInAfter(before, options);
  return { ...reminders, retention, signIn };
}

function periodOption(name: RetentionPeriod, flag: string, description: string): Option {
  const { least, most } = RETENTION_PERIODS[name];
  const check = acceptedBy((value: number) => {
    checkRetention({ [name]: value, warnByMail: false });
  });
  return new Option(`${flag} <number|off>`, `${description}, from ${least} to ${most}`).argParser((text) =>
    text === OFF ? OFF : check(/^\d{1,5}$/.test(text) ? Number(text) : NaN),
  );
}

function switchOption(name: string, description: string): Option {
  return new Option(`${name} <on|off>`, description).argParser((text) => {
    if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.');
    return text === 'on';
  });
}
