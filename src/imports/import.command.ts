import { basename } from 'node:path';
import type { Command } from 'commander';
import { OperatorQueries } from '../identity/index.js';
import { companyOption } from '../platform/cli/arguments.js';
import type { Shell } from '../platform/cli/shell.js';
import { table } from '../platform/cli/table.js';
import { explainFileError, FileUnreadable } from '../platform/files/file-errors.js';
import type { RemovedRecord } from '../shared-kernel/record-importer.js';
import type { ImportSource } from './import-source.js';
import {
  ImportService,
  type ImportReport,
  type ListReport,
  type SuppressedRecords,
} from './import.service.js';
import { ImportsModule } from './imports.module.js';
import { JsonDocument } from './json-document.js';
import { NdjsonLines } from './ndjson-lines.js';
import { startProgressBar } from '../platform/cli/progress-bar.js';

interface ImportOptions {
  readonly company: string;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
}

const HELP = `
FILE is one JSON document with lists of records in the form in which the API returns them, or, if its name ends in
.ndjson, one record per line with its "type". Records with a known id are updated, others are created, and records
that the file does not contain stay: a second import changes nothing. Records that name people who were erased are left
out, and their places in the file are printed; all others are imported, or none. An area that is missing in the
"children" of its parent moves to where the file has it, or else stays as the last of them.

With --prune, areas and groups that the file does not contain are removed, and named. A list that the file does not have
is left alone; an empty one removes all. Nothing is imported while employees use what would be removed.`;

/** Removed and suppressed records of a list that are named as text, and by `--json`. */
const NAMED_RECORDS = { text: 20, json: 1_000 } as const;

/** An import may wait for another one of the same company. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

/** `wes import` */
export function registerImportCommand(command: Command, shell: Shell): void {
  command
    .argument('<file>', 'a .json document, or .ndjson of any size')
    .addOption(companyOption())
    .option('--dry-run', 'do everything and roll back')
    .option('--prune', 'remove areas and groups that the file does not contain')
    .addHelpText('after', HELP)
    .action(
      shell.withServices(
        ImportsModule,
        async (services, file: string, { company, dryRun = false, prune = false }: ImportOptions) => {
          const companyId = await services.get(OperatorQueries).companyId(company);
          const bar = startProgressBar();
          try {
            let notAnalyzed: readonly string[] = [];
            const report = await services.get(ImportService).run(companyId, sourceOf(file), {
              isDryRun: dryRun,
              isPruning: prune,
              fileName: basename(file),
              onProgress: (phase, progress) => bar.update(progress, { phase }),
              onNotAnalyzed: (tables) => (notAnalyzed = tables),
            });
            return {
              text: summary(report, dryRun),
              json: { dryRun, records: records(report), ...(notAnalyzed.length > 0 && { notAnalyzed }) },
              ...(notAnalyzed.length > 0 && { note: analyzeNote(notAnalyzed) }),
            };
          } catch (error) {
            const reason = explainFileError(error);
            throw reason === undefined ? error : new FileUnreadable(file, reason);
          } finally {
            bar.stop();
          }
        },
        { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
      ),
    );
}

function sourceOf(file: string): ImportSource {
  return file.toLowerCase().endsWith('.ndjson') ? new NdjsonLines(file) : new JsonDocument(file);
}

function summary(report: ImportReport, isDryRun: boolean): string {
  const lists = Object.entries(report);
  const rows = lists.map(([list, { created, updated, unchanged }]) => {
    return [list, String(created), String(updated), String(unchanged)];
  });
  const removals = lists.flatMap(([list, { removed }]) => (removed ? removalLines(list, removed) : []));
  const leftOut = lists.flatMap(([list, { suppressed }]) =>
    suppressed ? suppressedLines(list, suppressed) : [],
  );
  const end = isDryRun ? 'Nothing was written: this was a dry run.' : 'Imported.';
  return [table(['records', 'created', 'updated', 'unchanged'], rows), ...removals, ...leftOut, end].join(
    '\n',
  );
}

function analyzeNote(tables: readonly string[]): string {
  return (
    'Warning: the role of DATABASE_URL may not analyze tables that have changed, so lists may be slow ' +
    `until autovacuum does. Let their owner run: ANALYZE ${tables.join(', ')};`
  );
}

function removalLines(list: string, removed: readonly RemovedRecord[]): string[] {
  const named = removed.slice(0, NAMED_RECORDS.text).map(({ id, name }) => `  "${name}" (${id})`);
  const more = removed.length - named.length;
  return [`${list}: ${removed.length} removed`, ...named, ...(more > 0 ? [`  … and ${more} more`] : [])];
}

function suppressedLines(list: string, { count, places }: SuppressedRecords): string[] {
  const named = places.slice(0, NAMED_RECORDS.text).map((place) => `  ${place}`);
  const more = count - named.length;
  return [
    `${list}: ${count} left out, because they name people who were erased`,
    ...named,
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

/** A report as `--json` prints it. */
function records(report: ImportReport): object {
  const describe = ({ removed, suppressed, ...counts }: ListReport): object => ({
    ...counts,
    ...(removed && {
      removed: removed.length,
      removedRecords: removed.slice(0, NAMED_RECORDS.json),
    }),
    ...(suppressed && {
      suppressed: suppressed.count,
      suppressedRecords: suppressed.places.slice(0, NAMED_RECORDS.json),
    }),
  });
  return Object.fromEntries(Object.entries(report).map(([list, done]) => [list, describe(done)]));
}
