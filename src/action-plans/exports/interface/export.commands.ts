import { Option, type Command } from 'commander';
import { OperatorQueries } from '../../../identity/index.js';
import { id } from '../../../platform/cli/arguments.js';
import { details, listing } from '../../../platform/cli/listing.js';
import { companyOption, limitOption } from '../../../platform/cli/options.js';
import type { Shell } from '../../../platform/cli/shell.js';
import {
  ExportListQueries,
  type ExportDetails,
  type ExportSummary,
} from '../application/export-list.queries.js';
import { ExportRetryService } from '../application/export-retry.service.js';
import { EXPORT_STATUSES, type ExportStatus } from '../domain/plan-export.js';
import { ExportOperationsModule } from '../exports.module.js';

interface ListOptions {
  readonly company: string;
  readonly status?: ExportStatus;
  readonly limit: number;
}

const COLUMNS = {
  ID: ({ id }: ExportSummary) => id,
  PLAN: ({ planId }: ExportSummary) => planId,
  'REQUESTED BY': ({ requestedBy }: ExportSummary) => requestedBy,
  NAME: ({ requesterName }: ExportSummary) => requesterName,
  STATUS: ({ status }: ExportSummary) => status,
  ATTEMPTS: ({ attempts }: ExportSummary) => String(attempts),
  REQUESTED: ({ requestedAt }: ExportSummary) => requestedAt,
  FINISHED: ({ finishedAt }: ExportSummary) => finishedAt,
  EXPIRES: ({ expiresAt }: ExportSummary) => expiresAt,
  'LAST ERROR': ({ lastError }: ExportSummary) => lastError,
};

/** `wes export …` */
export function registerExportCommands(program: Command, shell: Shell): void {
  const exports = program.command('export').description('look at the exports of plans, and retry them');

  exports
    .command('list')
    .description('list the exports of a company with their states and the last error')
    .addOption(companyOption())
    .addOption(new Option('--status <status>', 'only the exports with this status').choices(EXPORT_STATUSES))
    .addOption(limitOption())
    .action(
      shell.withServices(
        ExportOperationsModule,
        async (services, { company, status, limit }: ListOptions) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          const found = await services.get(ExportListQueries).list(companyId, limit, status);
          return listing(found, limit, COLUMNS);
        },
      ),
    );

  exports
    .command('show')
    .description('show an export, with its running and its next attempt')
    .requiredOption('--id <id>', 'id of the export', id)
    .action(
      shell.withServices(ExportOperationsModule, async (services, { id }: { id: string }) =>
        details(await services.get(ExportListQueries).find(id), {
          COMPANY: ({ companyId }: ExportDetails) => companyId,
          ...COLUMNS,
          'RUNNING UNTIL': ({ leasedUntil }: ExportDetails) => leasedUntil,
          'NEXT ATTEMPT': ({ dueAt }: ExportDetails) => dueAt,
        }),
      ),
    );

  exports
    .command('retry')
    .description('let an export that failed for good start again, with all its attempts')
    .requiredOption('--id <id>', 'id of the export', id)
    .action(
      shell.withServices(ExportOperationsModule, async (services, { id: exportId }: { id: string }) => {
        const { companyId } = await services.get(ExportListQueries).find(exportId);
        await services.get(ExportRetryService).retry({ companyId, exportId });
        return { text: `Export ${exportId} is due again.`, json: { id: exportId, companyId } };
      }),
    );
}
