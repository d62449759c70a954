import type { Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import { companyOption, id, limitOption } from '../../platform/cli/arguments.js';
import { confirm } from '../../platform/cli/confirm.js';
import { details, listing } from '../../platform/cli/listing.js';
import type { Shell } from '../../platform/cli/shell.js';
import type { EmployeeSyncResponse } from '../application/employee-sync.response.js';
import { EmployeeSyncsQueries } from '../application/employee-syncs.queries.js';
import { SyncUndo, type LeftAlone } from '../application/sync-undo.js';
import { SyncNotUndone } from '../domain/sync.errors.js';
import { SyncsOperationsModule } from '../syncs.module.js';
import { registerSourceCommands } from '../../staff-files/index.js';
import { registerSyncRunCommand } from './sync-run.command.js';

interface SyncOptions {
  readonly company: string;
  readonly id?: string;
}

const numberOf = (name: keyof NonNullable<EmployeeSyncResponse['counts']>) => {
  return ({ counts }: EmployeeSyncResponse) => counts?.[name]?.toString();
};

const COLUMNS = {
  ID: ({ id }: EmployeeSyncResponse) => id,
  SOURCE: ({ source }: EmployeeSyncResponse) => source,
  STATUS: ({ status }: EmployeeSyncResponse) => status,
  REASON: ({ reason }: EmployeeSyncResponse) => reason,
  ADDED: numberOf('added'),
  REVIVED: numberOf('revived'),
  CHANGED: numberOf('changed'),
  ENDED: numberOf('ended'),
  UNCHANGED: numberOf('unchanged'),
  SKIPPED: numberOf('skipped'),
  BAD: numberOf('bad'),
  CREATED: ({ createdAt }: EmployeeSyncResponse) => createdAt,
  FINISHED: ({ finishedAt }: EmployeeSyncResponse) => finishedAt,
  UNDONE: ({ undoneAt }: EmployeeSyncResponse) => undoneAt,
};

/** `wes employee …` */
export function registerEmployeeCommands(employee: Command, shell: Shell): void {
  registerSourceCommands(employee, shell);
  const sync = employee
    .command('sync')
    .description('sync employees with a file; look at syncs, and undo them');

  registerSyncRunCommand(sync, shell);

  sync
    .command('list')
    .description('list the syncs of a company')
    .addOption(companyOption())
    .addOption(limitOption())
    .action(
      shell.withServices(
        SyncsOperationsModule,
        async (services, { company, limit }: SyncOptions & { readonly limit: number }) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          return listing(await services.get(EmployeeSyncsQueries).list(companyId, limit), limit, COLUMNS);
        },
      ),
    );

  sync
    .command('show')
    .description('show a sync')
    .addOption(companyOption())
    .requiredOption('--id <id>', 'id of the sync', id)
    .action(
      shell.withServices(
        SyncsOperationsModule,
        async (services, { company, id: syncId }: SyncOptions & { readonly id: string }) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          return details(await services.get(EmployeeSyncsQueries).get({ companyId, syncId }), COLUMNS);
        },
      ),
    );

  sync
    .command('undo')
    .description('undo a sync: those who were added are ended, and all others are as before')
    .addOption(companyOption())
    .option('--id <id>', 'id of the sync; the last one that was applied if absent', id)
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nPeople who have changed since are left alone, and named.')
    .action(
      shell.withServices(
        SyncsOperationsModule,
        async (services, { company, id: given, yes = false }: SyncOptions & { readonly yes?: boolean }) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          const queries = services.get(EmployeeSyncsQueries);
          const syncId = given ?? (await queries.lastApplied(companyId));
          const { source, createdAt } = await queries.get({ companyId, syncId });
          const question = `Undo the sync ${syncId} of ${source} of ${createdAt}? [y/N] `;
          if (!yes && !(await confirm(question))) throw new SyncNotUndone();
          const { undone, leftAlone } = await services.get(SyncUndo).undo({ companyId, syncId });
          return {
            text: [`The changes of ${undone} people are undone.`, ...leftAlone.map(textOf)].join('\n'),
            json: { id: syncId, companyId, undone, leftAlone },
          };
        },
      ),
    );
}

function textOf({ id: employeeId, externalId, email, reason }: LeftAlone): string {
  return `Left alone (${reason}): ${[employeeId, externalId, email].filter(Boolean).join(' ')}`;
}
