import type { Command } from 'commander';
import { id } from '../platform/cli/arguments.js';
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
FILE is one JSON document with lists of records in the shapes in which the API returns them, or, if its name ends
in .ndjson, one such record a line, with its "type". Known records are updated, unknown ones created, others stay:
the second time, nothing changes. A file is imported as a whole or not at all.`;

/** How long a statement may take: an import may wait for another one. */
const PATIENCE_MS = 3_600_000;

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
    .description('put the records of a file into a company; prints what was done')
    .argument('<file>', 'a .json document, or .ndjson of any size')
    .requiredOption('--company <id>', 'id of the company', id)
    .option('--dry-run', 'do everything and then undo it')
    .addHelpText('after', HELP)
    .action(
      shell.withServices(
        ImportsModule,
        async (services, file: string, { company, dryRun = false }: ImportOptions) => {
          const imports = services.get(ImportService);
          const bar = startProgressBar();
          try {
            const source = sourceOf(file, imports);
            const records = await imports.run(company, source, {
              isRehearsal: dryRun,
              onProgress: (share) => bar.update(share),
            });
            return { text: summary(records, dryRun), json: { dryRun, records } };
          } catch (error) {
            const reason = unreadable(error);
            throw reason === undefined ? error : new FileUnreadable(file, reason);
          } finally {
            bar.stop();
          }
        },
        { statementTimeoutMs: PATIENCE_MS },
      ),
    );
}

function sourceOf(file: string, { kinds }: ImportService): ImportSource {
  const Source = file.toLowerCase().endsWith('.ndjson') ? NdjsonLines : JsonDocument;
  return new Source(file, kinds);
}

function summary(records: ImportReport, isRehearsal: boolean): string {
  const rows = Object.entries(records).map(([member, { created, updated, unchanged }]) => {
    return [member, String(created), String(updated), String(unchanged)];
  });
  const end = isRehearsal ? 'Nothing was written: this was a dry run.' : 'Imported.';
  return [table(['records', 'created', 'updated', 'unchanged'], rows), end].join('\n');
}

/** Why the file cannot be read; undefined for errors that are not about it, like those of a lost connection. */
function unreadable(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return error.syscall === 'connect' ? undefined : FILE_ERRORS[String(error.code)];
}
