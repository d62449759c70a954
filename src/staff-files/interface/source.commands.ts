import { open } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { OperatorQueries } from '../../identity/index.js';
import { isRecord, issue } from '../../platform/dto/checks.js';
import { readDto } from '../../platform/dto/read-dto.js';
import { companyOption } from '../../platform/cli/arguments.js';
import { confirm } from '../../platform/cli/confirm.js';
import { details } from '../../platform/cli/listing.js';
import type { Outcome } from '../../platform/cli/output.js';
import type { Services, Shell } from '../../platform/cli/shell.js';
import { explainFileError, FileUnreadable } from '../../platform/files/file-errors.js';
import { operatorOf } from '../../shared-kernel/actor.js';
import { filledTextIssues } from '../../shared-kernel/text.js';
import { ValidationFailed } from '../../shared-kernel/validation-failed.js';
import type { EmployeeSourceResponse } from '../application/employee-source.response.js';
import { EmployeeSourcesService } from '../application/employee-sources.service.js';
import { SourceFileRefused, SourceNotDeleted } from '../domain/source.errors.js';
import { SOURCE_LIMITS } from '../domain/staff-file.limits.js';
import { StaffFilesOperationsModule } from '../staff-files.module.js';
import { EmployeeSourceRequest, sourceContentOf } from './employee-source.request.js';

/** Largest file with the columns of a source. */
export const MAX_SOURCE_FILE_BYTES = 1_048_576;

interface SourceOptions {
  readonly company: string;
  readonly source: string;
}

const LINES = {
  SOURCE: ({ source }: EmployeeSourceResponse) => source,
  COLUMNS: ({ columns }: EmployeeSourceResponse) =>
    Object.entries(columns)
      .map(([header, property]) => `${header} = ${property ?? '(not read)'}`)
      .join(', '),
  'FORM OF DAYS': ({ dateFormat }: EmployeeSourceResponse) => dateFormat,
  'LIST SEPARATOR': ({ listSeparator }: EmployeeSourceResponse) => listSeparator,
  'END COLUMN': ({ endColumn }: EmployeeSourceResponse) => endColumn,
  UPDATED: ({ updatedAt }: EmployeeSourceResponse) => updatedAt,
};

/** `wes employee source …` @param employee - the command `wes employee` */
export function registerSourceCommands(employee: Command, shell: Shell): void {
  const sources = employee.command('source').description('look at the columns of HR files, and set them');
  const ofSource = (name: string, description: string): Command =>
    sources
      .command(name)
      .description(description)
      .addOption(companyOption())
      .requiredOption('--source <name>', 'name of the source', sourceName);

  ofSource('show', 'show the columns of the files of a source').action(
    shell.withServices(StaffFilesOperationsModule, async (services, options: SourceOptions) => {
      const { companyId, service } = await opened(services, options);
      return shown(await service.get({ companyId, source: options.source }));
    }),
  );

  ofSource('set', 'set the columns of the files of a source, by a JSON file')
    .argument('<file>', 'the body of PUT …/employees/sources/{source}')
    .action(
      shell.withServices(
        StaffFilesOperationsModule,
        async (services, file: string, options: SourceOptions) => {
          const { companyId, service } = await opened(services, options);
          try {
            const content = sourceContentOf(await readSource(file));
            return shown(await service.replace(operatorOf(companyId), options.source, content));
          } catch (error) {
            throw error instanceof ValidationFailed ? new SourceFileRefused(file, error) : error;
          }
        },
      ),
    );

  ofSource('delete', 'delete the columns of the files of a source; its people stay')
    .option('--yes', 'do not ask')
    .action(
      shell.withServices(
        StaffFilesOperationsModule,
        async (services, { yes = false, ...options }: SourceOptions & { readonly yes?: boolean }) => {
          const { companyId, service } = await opened(services, options);
          const { source } = await service.get({ companyId, source: options.source });
          if (!yes && !(await confirm(`Delete the columns of the source ${source}? [y/N] `)))
            throw new SourceNotDeleted();
          await service.remove(operatorOf(companyId), source);
          return { text: `The columns of the source ${source} are deleted.`, json: { companyId, source } };
        },
      ),
    );
}

function sourceName(text: string): string {
  const [wrong] = filledTextIssues(text, SOURCE_LIMITS);
  if (wrong) throw new InvalidArgumentError(`It ${wrong.message}.`);
  return text;
}

async function opened(
  services: Services,
  { company }: SourceOptions,
): Promise<{ companyId: string; service: EmployeeSourcesService }> {
  const companyId = await services.get(OperatorQueries).companyId(company);
  return { companyId, service: services.get(EmployeeSourcesService) };
}

function shown(source: EmployeeSourceResponse): Outcome {
  return details(source, LINES);
}

/** @throws {FileUnreadable} {ValidationFailed} */
async function readSource(path: string): Promise<EmployeeSourceRequest> {
  const text = await readText(path);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FileUnreadable(path, 'it is not JSON');
  }
  if (!isRecord(json)) throw new ValidationFailed([issue('WRONG_TYPE', 'must be an object')], 'The file');
  const { value, issues } = readDto(EmployeeSourceRequest, json);
  if (issues.length > 0) throw new ValidationFailed(issues, 'The file');
  return value;
}

async function readText(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > MAX_SOURCE_FILE_BYTES) throw new FileUnreadable(path, 'it has more than 1 MiB');
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = explainFileError(error);
    if (reason === undefined) throw error;
    throw new FileUnreadable(path, reason);
  }
}
