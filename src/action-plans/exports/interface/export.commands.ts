import { Module } from '@nestjs/common';
import type { Command } from 'commander';
import { IdentityModule, OperatorQueries } from '../../../identity/index.js';
import { listing } from '../../../platform/cli/listing.js';
import { companyOption, limitOption } from '../../../platform/cli/options.js';
import type { Shell } from '../../../platform/cli/shell.js';
import { ExportListQueries } from '../application/export-list.queries.js';

@Module({ imports: [IdentityModule], providers: [ExportListQueries] })
class ExportListModule {}

/** `wes export …` */
export function registerExportCommands(program: Command, shell: Shell): void {
  const exports = program.command('export').description('look at the exports of plans');

  exports
    .command('list')
    .description('list the exports of a company with their states and the last error')
    .addOption(companyOption())
    .addOption(limitOption())
    .action(
      shell.withServices(
        ExportListModule,
        async (services, { company, limit }: { company: string; limit: number }) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          const found = await services.get(ExportListQueries).list(companyId, limit);
          return listing(found, limit, {
            ID: ({ id }) => id,
            PLAN: ({ planId }) => planId,
            'REQUESTED BY': ({ requestedBy }) => requestedBy,
            NAME: ({ requesterName }) => requesterName,
            STATUS: ({ status }) => status,
            ATTEMPTS: ({ attempts }) => String(attempts),
            REQUESTED: ({ requestedAt }) => requestedAt,
            FINISHED: ({ finishedAt }) => finishedAt,
            EXPIRES: ({ expiresAt }) => expiresAt,
            'LAST ERROR': ({ lastError }) => lastError,
          });
        },
      ),
    );
}
