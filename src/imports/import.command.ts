import type { Command } from 'commander';
import { OperatorQueries } from '../identity/index.js';
import { companyOption } from '../platform/cli/options.js';
import type { Shell } from '../platform/cli/shell.js';
import { table } from '../platform/cli/table.js';
import { FileUnreadable } from './import.errors.js';
import type { ImportSource } from './import-source.js';
import { ImportService, type ImportReport } from './import.service.js';
import { ImportsModule } from './imports.module.js';
import { JsonDocument } from './json-document.js';
import { NdjsonLines } from './ndjson-lines.js';
import { startProgressBar } from './progress-bar.js';

interface ImportOptions {
  readonly company: string;
  readonly dryRun?: boolean;
}

const HELP = `
FILE is one JSON document with lists of records in the form in which the API returns them, or, if its name ends in
.ndjson, one record per line with its "type". Records with a known id are updated, others are created, and records
that the file does not contain stay: a second import changes nothing. A file is imported as a whole or not at all.`;

/** An import may wait for another one of the same company. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the path is too long',
};

/** `wes import` */
export function registerImportCommand(program: Command, shell: Shell): void {
  program
    .command('import')
    .description('import the records of a file into a company; prints how many were created and updated')
    .argument('<file>', 'a .json document, or .ndjson of any size')
    .addOption(companyOption())
    .option('--dry-run', 'do everything and roll back')
    .addHelpText('after', HELP)
    .action(
      shell.withServices(
        ImportsModule,
        async (services, file: string, { company, dryRun = false }: ImportOptions) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          const imports = services.get(ImportService);
          const bar = startProgressBar();
          try {
            let isRead = false;
            const source = observed(sourceOf(file, imports), (progress) => {
              isRead = progress === undefined;
              bar.update(isRead ? 'writing' : 'reading', progress ?? 0);
            });
            const records = await imports.run(companyId, source, {
              isDryRun: dryRun,
              onProgress: (progress) => {
                if (isRead) bar.update('writing', progress);
              },
            });
            return { text: summary(records, dryRun), json: { dryRun, records } };
          } catch (error) {
            const reason = unreadable(error);
            throw reason === undefined ? error : new FileUnreadable(file, reason);
          } finally {
            bar.stop();
          }
        },
        { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
      ),
    );
}

function sourceOf(file: string, { kinds }: ImportService): ImportSource {
  const Source = file.toLowerCase().endsWith('.ndjson') ? NdjsonLines : JsonDocument;
  return new Source(file, kinds);
}

/** @param onRead - called with the share of the file that has been read, and without it when all of it has been */
function observed(source: ImportSource, onRead: (progress?: number) => void): ImportSource {
  return {
    async *batches() {
      for await (const batch of source.batches()) {
        onRead(batch.progress);
        yield batch;
      }
      onRead();
    },
  };
}

function summary(records: ImportReport, isDryRun: boolean): string {
  const rows = Object.entries(records).map(([list, { created, updated, unchanged }]) => {
    return [list, String(created), String(updated), String(unchanged)];
  });
  const end = isDryRun ? 'Nothing was written: this was a dry run.' : 'Imported.';
  return [table(['records', 'created', 'updated', 'unchanged'], rows), end].join('\n');
}

/** Why the file cannot be read; undefined for other errors, like a lost connection to the database. */
function unreadable(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return error.syscall === 'connect' ? undefined : FILE_ERRORS[String(error.code)];
}
