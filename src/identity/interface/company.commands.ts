import { Option, type Command } from 'commander';
import { acceptedBy, companyOption, limitOption } from '../../platform/cli/arguments.js';
import { listing } from '../../platform/cli/listing.js';
import type { Shell } from '../../platform/cli/shell.js';
import { table } from '../../platform/cli/table.js';
import { CompaniesService } from '../application/companies.service.js';
import type { CompanyContent } from '../application/company-content.queries.js';
import { IdentityService } from '../application/identity.service.js';
import { OperatorQueries } from '../application/operator.queries.js';
import { DeletionNotConfirmed } from '../domain/identity.errors.js';
import { checkName, checkTimeZone } from '../domain/identity.rules.js';
import { IdentityModule } from '../identity.module.js';

interface NewCompanyOptions {
  readonly name: string;
  readonly timeZone?: string;
  readonly allowSameName?: true;
}

interface RenameOptions {
  readonly company: string;
  readonly name: string;
  readonly allowSameName?: true;
}

interface DeleteOptions {
  readonly company: string;
  readonly confirm?: string;
}

/** Statements are short, but the first one may wait for a change that has begun. */
const DELETION_STATEMENT_MS = 300_000;

const DELETE_HELP = `
Without --confirm nothing is deleted: it only says what would be. With it, everything of the company is removed for
good, all or nothing: users, credentials, plans, employees, areas, groups, characteristics, timesheets and its audit
trail, of which the record of the deletion stays. A worker removes the files of exports within seconds.`;

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
    .addOption(sameNameOption())
    .action(
      shell.withServices(IdentityModule, async (services, options: NewCompanyOptions) => {
        if (!options.allowSameName) await services.get(OperatorQueries).checkNameIsFree(options.name);
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

  company
    .command('delete')
    .description(
      'delete a company with everything in it; without --confirm it only says what would be deleted',
    )
    .addOption(companyOption())
    .option('--confirm <name>', 'delete it: the name of the company, exactly')
    .addHelpText('after', DELETE_HELP)
    .action(
      shell.withServices(
        IdentityModule,
        async (services, options: DeleteOptions) => {
          const { id, name } = await services.get(OperatorQueries).company(options.company);
          const companies = services.get(CompaniesService);
          if (options.confirm === undefined) {
            const content = await companies.contentOf(id);
            return {
              text: contentTable(content),
              note: `Nothing was deleted. --confirm with the name deletes company ${id} (${name}) with all of this, for good.`,
              json: { id, name, deleted: false, content },
            };
          }
          if (options.confirm !== name) throw new DeletionNotConfirmed({ id, name });
          const content = await companies.remove(id);
          return {
            text: contentTable(content),
            note: `Company ${id} (${name}) is deleted. A worker removes the files of exports within seconds.`,
            json: { id, name, deleted: true, content },
          };
        },
        { statementTimeoutMs: DELETION_STATEMENT_MS },
      ),
    );
}

function sameNameOption(): Option {
  return new Option('--allow-same-name', 'also if another company has the name; commands then need the id');
}

const CONTENT_LABELS: Readonly<Record<keyof CompanyContent, string>> = {
  users: 'users',
  apiKeys: 'API keys',
  areas: 'areas',
  groups: 'groups',
  characteristics: 'characteristics',
  employees: 'employees',
  plans: 'plans',
  deletedPlans: 'deleted plans',
  actions: 'actions',
  notes: 'notes',
  exportFiles: 'files of exports',
  timesheets: 'timesheets',
  auditRecords: 'audit records',
};

function contentTable(content: CompanyContent): string {
  const kinds = Object.keys(CONTENT_LABELS) as (keyof CompanyContent)[];
  return table(
    ['RECORDS', 'NUMBER'],
    kinds.map((kind) => [CONTENT_LABELS[kind], String(content[kind])]),
  );
}
