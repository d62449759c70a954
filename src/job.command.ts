import { Module } from '@nestjs/common';
import { Option, type Command } from 'commander';
import { IdentityModule, OperatorQueries } from './identity/index.js';
import { companyOption, id, limitOption } from './platform/cli/arguments.js';
import { details, listing } from './platform/cli/listing.js';
import type { Shell } from './platform/cli/shell.js';
import { JobOperations, type JobFilter, type JobSummary } from './platform/jobs/job-operations.js';
import { JOB_STATUSES, SqlJobs } from './platform/jobs/sql-jobs.js';

@Module({ imports: [IdentityModule], providers: [SqlJobs, JobOperations] })
class JobOperationsModule {}

interface ListOptions extends JobFilter {
  readonly company: string;
  readonly limit: number;
}

const COLUMNS = {
  ID: ({ id }: JobSummary) => id,
  KIND: ({ kind }: JobSummary) => kind,
  KEY: ({ key }: JobSummary) => key,
  STATUS: ({ status }: JobSummary) => status,
  ATTEMPTS: ({ attempts }: JobSummary) => String(attempts),
  CREATED: ({ createdAt }: JobSummary) => createdAt,
  'NEXT ATTEMPT': ({ dueAt }: JobSummary) => dueAt,
  'RUNNING UNTIL': ({ leasedUntil }: JobSummary) => leasedUntil,
  FINISHED: ({ finishedAt }: JobSummary) => finishedAt,
  'LAST ERROR': ({ lastError }: JobSummary) => lastError,
};

/** `wes job …` */
export function registerJobCommands(jobs: Command, shell: Shell): void {
  const idOption = () =>
    new Option('--id <id>', 'id of the job, or its key: that of the export')
      .argParser(id)
      .makeOptionMandatory();

  jobs
    .command('list')
    .description('list the jobs of a company with their states and the last error')
    .addOption(companyOption())
    .addOption(new Option('--kind <kind>', 'only the jobs of this kind, like plan-export'))
    .addOption(new Option('--status <status>', 'only the jobs with this status').choices(JOB_STATUSES))
    .addOption(limitOption())
    .action(
      shell.withServices(
        JobOperationsModule,
        async (services, { company, limit, ...filter }: ListOptions) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          return listing(await services.get(JobOperations).list(companyId, limit, filter), limit, COLUMNS);
        },
      ),
    );

  jobs
    .command('show')
    .description('show a job, with its running and its next attempt')
    .addOption(idOption())
    .action(
      shell.withServices(JobOperationsModule, async (services, { id }: { id: string }) =>
        details(await services.get(JobOperations).find(id), {
          COMPANY: ({ companyId }: JobSummary) => companyId,
          ...COLUMNS,
        }),
      ),
    );

  jobs
    .command('retry')
    .description(
      'let a job start now: one that waits for its next attempt, or one that failed for good, with all its attempts',
    )
    .addOption(idOption())
    .action(
      shell.withServices(JobOperationsModule, async (services, { id: given }: { id: string }) => {
        const { id, companyId } = await services.get(JobOperations).retry(given);
        return { text: `Job ${id} is due again.`, json: { id, companyId } };
      }),
    );
}
