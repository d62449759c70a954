import { Option, type Command } from 'commander';
import { acceptedBy, companyOption, limitOption } from '../../platform/cli/arguments.js';
import { listing } from '../../platform/cli/listing.js';
import type { Shell } from '../../platform/cli/shell.js';
import { operatorOf } from '../../shared-kernel/actor.js';
import { CompaniesService } from '../application/companies.service.js';
import { OperatorQueries } from '../application/operator.queries.js';
import { UsersService } from '../application/users.service.js';
import { checkEmail, checkLanguage, checkName, checkTimeZone } from '../domain/identity.rules.js';
import { IdentityModule } from '../identity.module.js';

interface NewCompanyOptions {
  readonly name: string;
  readonly timeZone?: string;
  readonly adminEmail?: string;
  readonly adminName?: string;
  readonly adminLanguage?: string;
  readonly allowSameName?: true;
}

interface RenameOptions {
  readonly company: string;
  readonly name: string;
  readonly allowSameName?: true;
}

/** `wes company …` */
export function registerCompanyCommands(company: Command, shell: Shell): void {
  company
    .command('create')
    .description('create a company, with its first admin; prints its id')
    .requiredOption('--name <name>', 'name of the company', acceptedBy(checkName))
    .option(
      '--time-zone <zone>',
      'IANA time zone, like Europe/Madrid; UTC when not given',
      acceptedBy(checkTimeZone),
    )
    .option(
      '--admin-email <address>',
      'e-mail address of the first admin, who signs in by a code',
      acceptedBy(checkEmail),
    )
    .option(
      '--admin-name <name>',
      'name of the first admin; the address when not given',
      acceptedBy(checkName),
    )
    .option(
      '--admin-language <tag>',
      'BCP 47 language tag of the first admin; en when not given',
      acceptedBy(checkLanguage),
    )
    .addOption(sameNameOption())
    .hook('preAction', (command) => {
      const { adminEmail, adminName, adminLanguage } = command.opts<NewCompanyOptions>();
      if (adminEmail === undefined && (adminName ?? adminLanguage) !== undefined)
        command.error('error: --admin-name and --admin-language need --admin-email');
    })
    .action(
      shell.withServices(IdentityModule, async (services, options: NewCompanyOptions) => {
        const { adminEmail: email, adminName = email ?? '', adminLanguage: language } = options;
        if (!options.allowSameName) await services.get(OperatorQueries).checkNameIsFree(options.name);
        const { id, name, timeZone } = await services.get(CompaniesService).create(options);
        if (email === undefined) return { text: id, json: { id, name, timeZone } };
        const admin = { email, name: adminName, role: 'ADMIN', language } as const;
        const { id: adminId } = await services.get(UsersService).create(operatorOf(id), admin);
        return { text: id, json: { id, name, timeZone, adminId } };
      }),
    );

  company
    .command('list')
    .description('list the companies')
    .addOption(limitOption())
    .action(
      shell.withServices(IdentityModule, async (services, { limit }: { limit: number }) => {
        const companies = await services.get(OperatorQueries).listCompanies(limit);
        return listing(companies, limit, {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          'TIME ZONE': ({ timeZone }) => timeZone,
          DEMO: ({ isDemo }) => (isDemo ? 'yes' : 'no'),
          CREATED: ({ createdAt }) => createdAt,
        });
      }),
    );

  company
    .command('rename')
    .description('give a company another name')
    .addOption(companyOption())
    .requiredOption('--name <name>', 'new name of the company', acceptedBy(checkName))
    .addOption(sameNameOption())
    .action(
      shell.withServices(
        IdentityModule,
        async (services, { company, name, allowSameName }: RenameOptions) => {
          const queries = services.get(OperatorQueries);
          const id = await queries.companyId(company);
          if (!allowSameName) await queries.checkNameIsFree(name, id);
          await services.get(CompaniesService).rename(id, name);
          return { text: `Company ${id} has the name ${name} now.`, json: { id, name } };
        },
      ),
    );
}

function sameNameOption(): Option {
  return new Option('--allow-same-name', 'also if another company has the name; commands then need the id');
}
