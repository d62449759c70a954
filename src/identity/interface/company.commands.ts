import type { Command } from 'commander';
import { acceptedBy } from '../../platform/cli/arguments.js';
import { listing } from '../../platform/cli/listing.js';
import { limitOption } from '../../platform/cli/options.js';
import type { Shell } from '../../platform/cli/shell.js';
import { IdentityService } from '../application/identity.service.js';
import { OperatorQueries } from '../application/operator.queries.js';
import { checkName, checkTimeZone } from '../domain/identity.rules.js';
import { IdentityModule } from '../identity.module.js';

interface NewCompanyOptions {
  readonly name: string;
  readonly timeZone?: string;
}

/** `wes company …` */
export function registerCompanyCommands(program: Command, shell: Shell): void {
  const company = program.command('company').description('manage companies');

  company
    .command('create')
    .description('create a company; prints its id')
    .requiredOption('--name <name>', 'name of the company', acceptedBy(checkName))
    .option(
      '--time-zone <zone>',
      'IANA time zone, like Europe/Madrid; UTC when not given',
      acceptedBy(checkTimeZone),
    )
    .action(
      shell.withServices(IdentityModule, async (services, options: NewCompanyOptions) => {
        const { id, name, timeZone } = await services.get(IdentityService).createCompany(options);
        return { text: id, json: { id, name, timeZone } };
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
}
