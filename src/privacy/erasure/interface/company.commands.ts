import { InvalidArgumentError, type Command } from 'commander';
import {
  CompaniesService,
  DeletionNotConfirmed,
  OperatorQueries,
  type CompanyContent,
} from '../../../identity/index.js';
import { companyOption, id } from '../../../platform/cli/arguments.js';
import type { Outcome } from '../../../platform/cli/output.js';
import type { Services, Shell } from '../../../platform/cli/shell.js';
import { table } from '../../../platform/cli/table.js';
import { filledTextIssues } from '../../../shared-kernel/text.js';
import { CompanyDeletions } from '../application/company-deletions.js';
import { ERASURE_REASON_LIMITS } from '../domain/erasure.js';
import { ErasureOperationsModule } from '../erasure.module.js';

interface DeleteOptions {
  readonly company: string;
  readonly confirm?: string;
}

interface AllowAgainOptions {
  readonly company: string;
  readonly reason: string;
}

/** Statements are short, but the first one may wait for a change that has begun. */
const STATEMENT_TIMEOUT_MS = 300_000;

const DELETE_HELP = `
Without --confirm nothing is deleted: it only says what would be. With it, everything of the company is removed for
good, all or nothing: users, credentials, plans, employees, areas, groups, characteristics, timesheets and its audit
trail, of which the record of the deletion stays. A worker removes the files of exports within seconds. The ledger of
erasures has the company then, in the database and in the store of files of the service, so the command needs its
settings: where an older dump is restored, the company is deleted again.`;

const ALLOW_AGAIN_HELP = `
Takes the company out of the ledger of erasures. It comes back only with the dump that is restored afterwards.`;

/** `wes company delete` and `wes company allow-again` */
export function registerCompanyDeletionCommands(company: Command, shell: Shell): void {
  company
    .command('delete')
    .description(
      'delete a company with everything in it; without --confirm it only says what would be deleted',
    )
    .addOption(companyOption())
    .option('--confirm <name>', 'delete it: the name of the company, exactly')
    .addHelpText('after', DELETE_HELP)
    .action(
      shell.withServices(ErasureOperationsModule, deleteCompany, {
        statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      }),
    );

  company
    .command('allow-again')
    .description('let a restored dump bring a deleted company back')
    .requiredOption('--company <id>', 'id of the company', id)
    .requiredOption('--reason <text>', 'the reason, for the audit trail', reason)
    .addHelpText('after', ALLOW_AGAIN_HELP)
    .action(shell.withServices(ErasureOperationsModule, allowAgain));
}

async function deleteCompany(services: Services, options: DeleteOptions): Promise<Outcome> {
  const { id: companyId, name } = await services.get(OperatorQueries).company(options.company);
  if (options.confirm === undefined) {
    const content = await services.get(CompaniesService).contentOf(companyId);
    return {
      text: contentTable(content),
      note:
        `Nothing was deleted. --confirm with the name deletes company ${companyId} (${name}) with all of ` +
        'this, for good.',
      json: { id: companyId, name, deleted: false, content },
    };
  }
  if (options.confirm !== name) throw new DeletionNotConfirmed({ id: companyId, name });
  const content = await services.get(CompanyDeletions).delete(companyId);
  return {
    text: contentTable(content),
    note: `Company ${companyId} (${name}) is deleted. A worker removes the files of exports within seconds.`,
    json: { id: companyId, name, deleted: true, content },
  };
}

async function allowAgain(services: Services, options: AllowAgainOptions): Promise<Outcome> {
  await services.get(CompanyDeletions).allowAgain(options.company, options.reason);
  return {
    text: `A dump may bring company ${options.company} back.`,
    json: { id: options.company },
  };
}

function reason(text: string): string {
  const [issue] = filledTextIssues(text, ERASURE_REASON_LIMITS);
  if (issue) throw new InvalidArgumentError(issue.message);
  return text;
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
