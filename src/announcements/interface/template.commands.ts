import { CommanderError, Option, type Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import { company } from '../../platform/cli/arguments.js';
import { EXIT } from '../../platform/cli/failure.js';
import type { Shell } from '../../platform/cli/shell.js';
import { Settings } from '../../platform/config/settings.js';
import { AnnouncementsModule } from '../announcements.module.js';
import { AnnouncementTemplatesQueries } from '../application/announcement-templates.queries.js';
import {
  CatalogueImportService,
  type CatalogueImportReport,
} from '../application/catalogue-import.service.js';
import { TemplateFolder } from './template-folder.js';

interface ImportOptions {
  readonly folder: string;
  readonly company?: string;
  readonly prune?: boolean;
  readonly dryRun?: boolean;
}

const IMPORT_HELP = `
DIR has one JSON file per template, named by its key, as "wes template export" writes it. A template whose key exists
is replaced with its file, others are created, and templates without a file stay: a second import changes nothing. The
folder is imported as a whole or not at all.

Each change is recorded in the audit trail of the company that --company names, or else OPERATOR_COMPANY_ID; without
either of them the import is refused.`;

const NO_COMPANY =
  'No audit trail would have the changes: name a company with --company, or with OPERATOR_COMPANY_ID.';

/** Names of a kind that are printed as text; `--json` has all. */
const SHOWN_NAMES = 20;

/** An import may wait for changes of the templates by others. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** `wes template …` */
export function registerTemplateCommands(template: Command, shell: Shell): void {
  template
    .command('export')
    .description('write each template into a JSON file, for review in version control')
    .addOption(folderOption('folder of the files; it is made if there is none'))
    .action(
      shell.withServices(AnnouncementsModule, async (services, { folder }: { folder: string }) => {
        const catalogue = await services.get(AnnouncementTemplatesQueries).catalogue();
        const { written, unchanged, others } = await new TemplateFolder(folder).write(catalogue.states());
        return {
          text: [...named({ written }), `${unchanged.length} unchanged`].join('\n'),
          json: { folder, written, unchanged: unchanged.length, others },
          ...(others.length > 0 && {
            note: named({ 'without a template, left as they are': others }).join(''),
          }),
        };
      }),
    );

  template
    .command('import')
    .description('replace templates with their files; prints which were created and updated')
    .addOption(folderOption('folder of the files'))
    .addOption(
      new Option('--company <id|name>', 'the company whose audit trail records the changes').argParser(
        company,
      ),
    )
    .option('--prune', 'remove templates that have no file')
    .option('--dry-run', 'do everything and roll back')
    .addHelpText('after', IMPORT_HELP)
    .action(
      shell.withServices(
        AnnouncementsModule,
        async (services, { folder, prune = false, dryRun = false, company: given }: ImportOptions) => {
          const operator = given ?? services.get(Settings).operatorCompanyId;
          if (operator === undefined) throw new CommanderError(EXIT.wrongUsage, 'WRONG_USAGE', NO_COMPANY);
          const companyId = await services.get(OperatorQueries).companyId(operator);
          const templates = await new TemplateFolder(folder).read();
          const report = await services
            .get(CatalogueImportService)
            .run(templates, { isPruning: prune, isDryRun: dryRun, companyId });
          return { text: summary(report, dryRun), json: { dryRun, ...report } };
        },
        { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
      ),
    );
}

function folderOption(description: string): Option {
  return new Option('--folder <dir>', description).makeOptionMandatory();
}

function summary({ unchanged, ...changed }: CatalogueImportReport, isDryRun: boolean): string {
  const end = isDryRun ? 'Nothing was written: this was a dry run.' : 'Imported.';
  return [...named({ ...changed }), `${unchanged} unchanged`, end].join('\n');
}

/** A line for each list that is not empty. */
function named(lists: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(lists).flatMap(([what, names]) => {
    if (names.length === 0) return [];
    const more = names.length - SHOWN_NAMES;
    const shown = [...names.slice(0, SHOWN_NAMES), ...(more > 0 ? [`… and ${more} more`] : [])];
    return [`${names.length} ${what}: ${shown.join(', ')}`];
  });
}
